//! Cards as they are printed: the picture of each for the gallery, and for the author pages with a preview and as PDF.

use crate::assets;
use crate::catalogue::Catalogue;
use crate::lobby::{Lobby, NoRoom};
use crate::routes::{Answered, Failed, aside, only_author};
use crate::shown::VERSION;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use cardwright_face::{
    CardSize, Easel, Gallery, Imposition, NoPrint, Paper, Press, PrintOrder, PrintRun, Sheet, impose,
};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

/// How many pages a preview shows; the PDF has all.
const MOST_PAGES: usize = 24;
/// The most copies of everything.
const MOST_COPIES: usize = 100;

type Server = State<Arc<Lobby>>;

/// What is to be printed, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    #[serde(default)]
    decks: Vec<String>,
    #[serde(default)]
    name: String,
    copies: usize,
    paper: PaperWord,
    bleed: f32,
    marks: bool,
    /// Width and height of a card in millimetres.
    size: (f32, f32),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PaperWord {
    A4,
    Letter,
    Card,
}

/// The picture of a card, of its first face.
pub(crate) async fn face(State(lobby): Server, Path((pack, name)): Path<(String, String)>) -> Answered<Response> {
    let catalogue = lobby.catalogue(&pack).ok_or(NoRoom::None)?;
    let _turn = lobby.drawing.acquire().await.map_err(|_| NoRoom::None)?;
    let drawn = aside(move || {
        let face = gallery(&catalogue).face(&name)?;
        Some(Easel::new(CardSize::USUAL).draw(&face).first().map(|face| face.svg(0.0)).unwrap_or_default())
    });
    let drawn = drawn.await?.ok_or_else(|| Failed(StatusCode::NOT_FOUND, "there is no such card".into()))?;
    let headers = [(CONTENT_TYPE, assets::type_of("card.svg")), (CACHE_CONTROL, "no-cache")];
    Ok((headers, drawn).into_response())
}

fn gallery(catalogue: &Catalogue) -> &Gallery {
    catalogue.gallery.get_or_init(|| Gallery::new(&catalogue.pack.ruleset, &catalogue.pack.files))
}

/// What would be printed: the first pages, how many there are, and which texts are long.
pub(crate) async fn preview(
    State(lobby): Server,
    Path(pack): Path<String>,
    headers: HeaderMap,
    wanted: Result<Json<Wanted>, JsonRejection>,
) -> Answered {
    let (_, run, sheets) = pages(&lobby, &pack, &headers, wanted).await?;
    let shown: Vec<String> = sheets.iter().take(MOST_PAGES).map(Sheet::svg).collect();
    Ok(Json(json!({
        "v": VERSION, "pages": shown, "count": sheets.len(), "cards": run.faces.len(), "different": run.once.len(),
        "smaller": run.smaller(), "continued": run.continued(),
    })))
}

/// The same as PDF.
pub(crate) async fn pdf(
    State(lobby): Server,
    Path(pack): Path<String>,
    headers: HeaderMap,
    wanted: Result<Json<Wanted>, JsonRejection>,
) -> Answered<Response> {
    let (title, _, sheets) = pages(&lobby, &pack, &headers, wanted).await?;
    let pdf = aside(move || Press::new().pdf(&sheets, &title, || ())).await?;
    let pdf = pdf.map_err(|why| Failed(StatusCode::UNPROCESSABLE_ENTITY, why.to_string()))?;
    Ok(([(CONTENT_TYPE, "application/pdf"), (CACHE_CONTROL, "no-store")], pdf).into_response())
}

async fn pages(
    lobby: &Lobby,
    pack: &str,
    headers: &HeaderMap,
    wanted: Result<Json<Wanted>, JsonRejection>,
) -> Answered<(String, PrintRun, Vec<Sheet>)> {
    only_author(lobby, headers)?;
    let Json(wanted) = wanted?;
    let catalogue = lobby.catalogue(pack).ok_or(NoRoom::None)?;
    aside(move || wanted.pages(&catalogue)).await?
}

impl Wanted {
    fn pages(self, catalogue: &Catalogue) -> Answered<(String, PrintRun, Vec<Sheet>)> {
        let paper = match self.paper {
            PaperWord::A4 => Paper::A4,
            PaperWord::Letter => Paper::Letter,
            PaperWord::Card => Paper::Card,
        };
        let size = CardSize::of_millimetres(self.size.0, self.size.1);
        let imposition = size.and_then(|size| Imposition::new(paper, size, self.bleed, self.marks));
        let (Some(size), Some(imposition)) = (size, imposition) else {
            return Err(unfit("cards of this size and bleed do not fit on the paper"));
        };
        if self.copies == 0 || self.copies > MOST_COPIES {
            return Err(unfit(&format!("there are 1 to {MOST_COPIES} copies")));
        }
        let gallery = gallery(catalogue);
        let order = PrintOrder { decks: self.decks, pack: None, name: self.name, copies: self.copies };
        let run = gallery.printed(&order, &mut Easel::new(size)).map_err(|none| {
            unfit(&match none {
                NoPrint::Deck(deck) => format!("there is no deck `{deck}`"),
                NoPrint::Nothing => "there is no such card".into(),
                NoPrint::TooMany(most) => format!("these are more than {most} cards"),
            })
        })?;
        let sheets = impose(&run.faces, imposition, gallery.title());
        Ok((gallery.title().to_string(), run, sheets))
    }
}

fn unfit(why: &str) -> Failed {
    Failed(StatusCode::UNPROCESSABLE_ENTITY, why.into())
}
