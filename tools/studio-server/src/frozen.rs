//! Games whose packs can no longer be loaded: what was last noted of them is shown on, and why nobody can play.

use serde_json::{Value, json};

/// What was noted, as a message that asks nobody anything and says why.
pub(crate) fn message(shown: &str, why: &str) -> Option<String> {
    let mut message: Value = serde_json::from_str(shown).ok()?;
    let fields = message.as_object_mut()?;
    fields.insert("prompts".into(), json!([]));
    let nothing = json!({ "refused": [], "ruled_out": [], "asked_at": null, "impossible": null });
    fields.insert("why_not".into(), nothing);
    fields.insert("frozen".into(), json!(why));
    Some(message.to_string())
}
