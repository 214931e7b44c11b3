//! The language server: what an editor asks about the packs in a folder while they are written.
//!
//! It speaks the Language Server Protocol over any connection. Every change is checked as `cardwright check` does; what
//! is shown is the same text. [`workspace`] holds the files as the editor has them, the other parts answer one request each.

mod complete;
mod declared;
mod define;
mod diagnose;
mod hover;
mod origin;
mod place;
mod scripted;
mod workspace;

use crate::packs::Packs;
use lsp_server::{Connection, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument,
    Notification as _, PublishDiagnostics,
};
use lsp_types::request::{Completion, GotoDefinition, HoverRequest, Request as _};
use lsp_types::{
    CompletionOptions, HoverProviderCapability, InitializeParams, OneOf, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::error::Error;
use workspace::Workspace;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Serves a client until it says goodbye.
///
/// # Errors
/// If the connection breaks, or the client does not keep to the protocol.
pub fn serve(connection: &Connection, packs: Packs) -> Outcome<()> {
    let hello: InitializeParams = serde_json::from_value(connection.initialize(serde_json::to_value(abilities())?)?)?;
    let mut workspace = Workspace::new(packs);
    place::folders(&hello).iter().for_each(|folder| workspace.add_folder(folder));
    let mut server = Server { connection, workspace };
    server.publish()?;
    server.run()
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
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

struct Server<'c> {
    connection: &'c Connection,
    workspace: Workspace,
}

impl Server<'_> {
    fn run(&mut self) -> Outcome<()> {
        while let Ok(message) = self.connection.receiver.recv() {
            let mut changed = false;
            let mut next = Some(message);
            // What has come in meanwhile is taken together: somebody types faster than all is checked.
            while let Some(message) = next {
                match message {
                    Message::Request(request) if self.connection.handle_shutdown(&request)? => return Ok(()),
                    Message::Request(request) => self.answer(request)?,
                    Message::Notification(notification) => changed |= self.note(notification)?,
                    Message::Response(_) => {}
                }
                next = self.connection.receiver.try_recv().ok();
            }
            if changed {
                self.publish()?;
            }
        }
        Ok(())
    }

    fn answer(&mut self, request: Request) -> Outcome<()> {
        let Request { id, method, params } = request;
        let result = match &*method {
            Completion::METHOD => {
                let params: lsp_types::CompletionParams = serde_json::from_value(params)?;
                to_value(complete::complete(&mut self.workspace, &params.text_document_position))?
            }
            HoverRequest::METHOD => {
                let params: lsp_types::HoverParams = serde_json::from_value(params)?;
                to_value(hover::hover(&mut self.workspace, &params.text_document_position_params))?
            }
            GotoDefinition::METHOD => {
                let params: lsp_types::GotoDefinitionParams = serde_json::from_value(params)?;
                to_value(define::define(&mut self.workspace, &params.text_document_position_params))?
            }
            _ => {
                let code = lsp_server::ErrorCode::MethodNotFound as i32;
                let response = Response::new_err(id, code, format!("this server does not know `{method}`"));
                return self.send(Message::Response(response));
            }
        };
        self.send(Message::Response(Response::new_ok(id, result)))
    }

    /// Handles a notification from the client. Returns whether a file has changed.
    fn note(&mut self, notification: Notification) -> Outcome<bool> {
        let Notification { method, params } = notification;
        match &*method {
            DidOpenTextDocument::METHOD => {
                let params: lsp_types::DidOpenTextDocumentParams = read(params)?;
                self.workspace.open(params.text_document.uri.as_str(), params.text_document.text);
            }
            DidChangeTextDocument::METHOD => {
                let params: lsp_types::DidChangeTextDocumentParams = read(params)?;
                if let Some(change) = params.content_changes.into_iter().next_back() {
                    self.workspace.open(params.text_document.uri.as_str(), change.text);
                }
            }
            DidCloseTextDocument::METHOD => {
                let params: lsp_types::DidCloseTextDocumentParams = read(params)?;
                self.workspace.close(params.text_document.uri.as_str());
            }
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => self.workspace.read_again(),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn publish(&mut self) -> Outcome<()> {
        for params in diagnose::diagnose(&mut self.workspace) {
            let params = serde_json::to_value(params)?;
            self.send(Message::Notification(Notification::new(PublishDiagnostics::METHOD.into(), params)))?;
        }
        Ok(())
    }

    fn send(&self, message: Message) -> Outcome<()> {
        Ok(self.connection.sender.send(message)?)
    }
}

fn read<T: DeserializeOwned>(params: serde_json::Value) -> Outcome<T> {
    Ok(serde_json::from_value(params)?)
}

fn to_value(result: impl Serialize) -> Outcome<serde_json::Value> {
    Ok(serde_json::to_value(result)?)
}
