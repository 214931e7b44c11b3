//! The language server: what an editor asks about the packs in a folder while they are written.
//!
//! It speaks the Language Server Protocol over any input and output. Whatever comes in, the server stays: what it cannot
//! read or do ends in an error answer. Every change is checked as `cardwright check` does; what
//! is shown is the same text. [`workspace`] holds the files as the editor has them, the other parts answer one request each.

mod complete;
mod declared;
mod define;
mod diagnose;
mod form;
mod hover;
mod margin;
mod origin;
mod place;
mod scripted;
#[cfg(test)]
mod tests;
pub mod wire;
mod workspace;

use cardwright_rulings::packs::Packs;
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Exit,
    LogMessage, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeLensRequest, Completion, Formatting, GotoDefinition, HoverRequest, Initialize, Request as _, Shutdown,
};
use lsp_types::{
    CodeLensOptions, CompletionOptions, HoverProviderCapability, InitializeParams, OneOf, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::sync_channel;
use std::thread;
use wire::{Incoming, MessageReader};
use workspace::Workspace;

/// How the conversation with an editor ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goodbye {
    /// The editor shut the server down first, or has gone away.
    Said,
    /// The editor made the server end without shutting it down.
    Unsaid,
}

/// How many messages may wait while one is answered.
const WAITING: usize = 16;

/// Serves a client until it says goodbye or goes away.
///
/// # Errors
/// If nothing can be written to it any more.
pub fn serve(input: impl BufRead + Send + 'static, output: &mut impl Write, packs: Packs) -> io::Result<Goodbye> {
    let (sender, receiver) = sync_channel(WAITING);
    // The thread ends with the input, or with the process.
    thread::spawn(move || {
        let mut reader = MessageReader::new(input);
        while let Some(incoming) = reader.incoming() {
            if sender.send(incoming).is_err() {
                return;
            }
        }
    });
    let mut server = Server { output, workspace: Workspace::new(packs), stage: Stage::Strangers };
    while let Ok(incoming) = receiver.recv() {
        let mut changed = false;
        let mut next = Some(incoming);
        // What has come in meanwhile is taken together: somebody types faster than all is checked.
        while let Some(incoming) = next {
            match server.take(incoming)? {
                Next::Same => {}
                Next::Changed => changed = true,
                Next::End(goodbye) => return Ok(goodbye),
            }
            next = receiver.try_recv().ok();
        }
        if changed {
            server.publish()?;
        }
    }
    Ok(Goodbye::Said)
}

/// The address of a file, as editors name it.
pub fn address(file: &std::path::Path) -> Option<String> {
    place::uri(file).map(|uri| uri.as_str().to_owned())
}

/// What the server can do.
fn abilities() -> ServerCapabilities {
    let triggers = [".", "\"", "[", "=", " "].map(str::to_string).to_vec();
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::FULL),
        save: Some(TextDocumentSyncSaveOptions::Supported(true)),
        ..TextDocumentSyncOptions::default()
    };
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(triggers),
            ..CompletionOptions::default()
        }),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

/// How far client and server have got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The client has not introduced itself.
    Strangers,
    /// The client asks and tells.
    Serving,
    /// The client wants nothing more.
    ShutDown,
}

/// What follows a message.
enum Next {
    Same,
    /// A file has changed.
    Changed,
    End(Goodbye),
}

/// Why a request is not answered: its code in the protocol, and words.
struct Refusal(i32, String);

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const INTERNAL_ERROR: i32 = -32603;
const NOT_INITIALIZED: i32 = -32002;

struct Server<'o, W> {
    output: &'o mut W,
    workspace: Workspace,
    stage: Stage,
}

impl<W: Write> Server<'_, W> {
    fn take(&mut self, incoming: Incoming) -> io::Result<Next> {
        let mut message = match incoming {
            Incoming::Message(message) => message,
            Incoming::Broken(why) => return self.refuse(&Value::Null, &Refusal(PARSE_ERROR, why)),
        };
        let params = message.get_mut("params").map(Value::take).unwrap_or_default();
        let (id, method) = (message.get("id"), message.get("method").and_then(Value::as_str));
        match (id, method) {
            (Some(id @ (Value::String(_) | Value::Number(_))), Some(method)) => match self.answer(method, params) {
                Ok(result) => {
                    self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result })).map(|()| self.after(method))
                }
                Err(refusal) => self.refuse(id, &refusal),
            },
            (None, Some(method)) => self.note(method, params),
            // An answer, though this server asks for nothing.
            (Some(_), None) if message.get("result").is_some() || message.get("error").is_some() => Ok(Next::Same),
            _ => {
                let refusal = Refusal(INVALID_REQUEST, "this is neither a request nor a notification".into());
                let id = id.filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or_default();
                self.refuse(&id, &refusal)
            }
        }
    }

    fn refuse(&mut self, id: &Value, Refusal(code, message): &Refusal) -> io::Result<Next> {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } }))?;
        Ok(Next::Same)
    }

    /// What follows a request that was answered: problems are told as soon as the client is known.
    fn after(&self, method: &str) -> Next {
        if method == Initialize::METHOD { Next::Changed } else { Next::Same }
    }

    fn answer(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        match (self.stage, method) {
            (Stage::Strangers, Initialize::METHOD) => self.begin(params),
            (Stage::Strangers, _) => Err(Refusal(NOT_INITIALIZED, "the first request must be `initialize`".into())),
            (Stage::ShutDown, _) => Err(Refusal(INVALID_REQUEST, "the server has been shut down".into())),
            (Stage::Serving, Initialize::METHOD) => {
                Err(Refusal(INVALID_REQUEST, "the server has been initialized already".into()))
            }
            (Stage::Serving, Shutdown::METHOD) => {
                self.stage = Stage::ShutDown;
                Ok(Value::Null)
            }
            (Stage::Serving, Completion::METHOD) => {
                let params: lsp_types::CompletionParams = read(params)?;
                self.guarded(|workspace| complete::complete(workspace, &params.text_document_position))
            }
            (Stage::Serving, HoverRequest::METHOD) => {
                let params: lsp_types::HoverParams = read(params)?;
                self.guarded(|workspace| hover::hover(workspace, &params.text_document_position_params))
            }
            (Stage::Serving, GotoDefinition::METHOD) => {
                let params: lsp_types::GotoDefinitionParams = read(params)?;
                self.guarded(|workspace| define::define(workspace, &params.text_document_position_params))
            }
            (Stage::Serving, CodeLensRequest::METHOD) => {
                let params: lsp_types::CodeLensParams = read(params)?;
                self.guarded(|workspace| margin::margin(workspace, &params.text_document))
            }
            (Stage::Serving, Formatting::METHOD) => {
                let params: lsp_types::DocumentFormattingParams = read(params)?;
                self.guarded(|workspace| form::edits(workspace, &params.text_document))
            }
            (Stage::Serving, _) => Err(Refusal(METHOD_NOT_FOUND, format!("this server does not know `{method}`"))),
        }
    }

    fn begin(&mut self, params: Value) -> Result<Value, Refusal> {
        let hello: InitializeParams = read(params)?;
        place::folders(&hello).iter().for_each(|folder| self.workspace.add_folder(folder));
        self.stage = Stage::Serving;
        Ok(json!({ "capabilities": abilities() }))
    }

    /// Handles a notification from the client.
    fn note(&mut self, method: &str, params: Value) -> io::Result<Next> {
        if method == Exit::METHOD {
            let goodbye = if self.stage == Stage::ShutDown { Goodbye::Said } else { Goodbye::Unsaid };
            return Ok(Next::End(goodbye));
        }
        if self.stage != Stage::Serving {
            return Ok(Next::Same);
        }
        match self.noted(method, params) {
            Ok(changed) => Ok(if changed { Next::Changed } else { Next::Same }),
            // A notification has no answer in which this could stand.
            Err(Refusal(_, why)) => self.log(&format!("`{method}`: {why}")),
        }
    }

    /// Returns whether a file has changed.
    fn noted(&mut self, method: &str, params: Value) -> Result<bool, Refusal> {
        match method {
            DidOpenTextDocument::METHOD => {
                let document = read::<lsp_types::DidOpenTextDocumentParams>(params)?.text_document;
                self.guarded(|workspace| workspace.open(document.uri.as_str(), document.text))?;
            }
            DidChangeTextDocument::METHOD => {
                let lsp_types::DidChangeTextDocumentParams { text_document, content_changes } = read(params)?;
                if let Some(change) = content_changes.into_iter().next_back() {
                    self.guarded(|workspace| workspace.open(text_document.uri.as_str(), change.text))?;
                }
            }
            DidCloseTextDocument::METHOD => {
                let document = read::<lsp_types::DidCloseTextDocumentParams>(params)?.text_document;
                self.guarded(|workspace| workspace.close(document.uri.as_str()))?;
            }
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => {
                self.guarded(Workspace::read_again).map(drop)?
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Does something with the workspace. A mistake of this server's own ends what was asked, and not the server.
    fn guarded<T: Serialize>(&mut self, work: impl FnOnce(&mut Workspace) -> T) -> Result<Value, Refusal> {
        let workspace = &mut self.workspace;
        let done = catch_unwind(AssertUnwindSafe(|| serde_json::to_value(work(workspace)).unwrap_or_default()));
        done.map_err(|_| {
            self.workspace.forget();
            Refusal(INTERNAL_ERROR, "something went wrong in the server; please report it".into())
        })
    }

    fn publish(&mut self) -> io::Result<()> {
        let Ok(Value::Array(all)) = self.guarded(diagnose::diagnose) else {
            return self.log("the problems could not be found").map(drop);
        };
        all.iter().try_for_each(|params| self.tell(PublishDiagnostics::METHOD, params))
    }

    fn log(&mut self, message: &str) -> io::Result<Next> {
        let warning = lsp_types::MessageType::WARNING;
        self.tell(LogMessage::METHOD, &json!({ "type": warning, "message": message }))?;
        Ok(Next::Same)
    }

    fn tell(&mut self, method: &str, params: &Value) -> io::Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    fn send(&mut self, message: &Value) -> io::Result<()> {
        wire::write(self.output, message)
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| Refusal(INVALID_PARAMS, error.to_string()))
}
