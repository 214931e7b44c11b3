// The editor: CodeMirror on the language server of the command. It is loaded when somebody edits.

import { acceptCompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, indentOnInput, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { rust } from '@codemirror/legacy-modes/mode/rust'
import { toml } from '@codemirror/legacy-modes/mode/toml'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { hoverTooltips, jumpToDefinitionKeymap, LSPClient, LSPPlugin as Plugin, serverCompletion, serverDiagnostics, type Transport, Workspace, type WorkspaceFile } from '@codemirror/lsp-client'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { type ChangeSet, EditorState, type Text } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { post } from './api'

export interface Told {
  line: number
  column: number
  message: string
  code: string
  warning: boolean
}

/** Colours of the studio, by the names of its tokens. */
const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.modifier], color: 'var(--kept)' },
  { tag: [tags.propertyName, tags.definition(tags.variableName), tags.function(tags.variableName)], color: 'var(--act)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.atom], color: 'var(--ask)' },
  { tag: [tags.comment, tags.lineComment, tags.meta], color: 'var(--ink-3)', fontStyle: 'italic' },
])

const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--ink)', fontSize: '13px' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '20px' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--ink-3)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in oklab, var(--sunk) 60%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--act)', outlineOffset: '-2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--act-soft)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--ask-soft)', outline: '1px solid var(--ask-ring)' },
  '.cm-tooltip, .cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--line-strong)', borderRadius: 'var(--r-m)', fontFamily: 'var(--font-ui)' },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-code)', fontSize: '12px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--act)', color: 'var(--act-ink)' },
  '.cm-diagnostic': { padding: '6px 10px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--ask-ring)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--ask-ring)' },
  '.cm-lsp-hover-tooltip, .cm-tooltip-hover': { maxWidth: '460px', padding: '6px 10px' },
})

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

/** What the language server says is shown as text: of its HTML only these elements are kept, and no attributes. */
const KEPT = new Set(['P', 'CODE', 'PRE', 'EM', 'STRONG', 'UL', 'OL', 'LI', 'BR', 'HR', 'BLOCKQUOTE', 'H1', 'H2', 'H3', 'H4', 'SPAN'])
export function harmless(html: string): string {
  const body = new DOMParser().parseFromString(html, 'text/html').body
  for (const element of [...body.querySelectorAll('*')]) {
    if (!KEPT.has(element.tagName)) element.replaceWith(document.createTextNode(element.textContent ?? ''))
    else for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  return body.innerHTML
}

/** The language server behind the page: it speaks by events, and is spoken to by POST, one message after the other. */
class Wire implements Transport {
  private handlers = new Set<(message: string) => void>()
  private events: EventSource
  private name: Promise<string>
  private last: Promise<unknown> = Promise.resolve()
  broken: (why: string) => void = () => {}

  constructor(game: string) {
    this.events = new EventSource(`/api/packs/${game}/language`)
    this.name = new Promise((named) => {
      this.events.addEventListener('editor', (event) => named((event as MessageEvent<string>).data))
    })
    this.events.onmessage = (event) => this.handlers.forEach((handler) => handler(event.data as string))
    // A new stream is another language server, which knows nothing of what was said to this one.
    this.events.onerror = () => {
      this.events.close()
      this.broken('The language server is gone; the page shows its problems again when it is loaded anew.')
    }
  }

  send(message: string) {
    this.last = this.last.then(async () => post(`/api/language/${await this.name}`, JSON.parse(message) as unknown)).catch(() => {})
  }

  subscribe(handler: (message: string) => void) {
    this.handlers.add(handler)
  }

  unsubscribe(handler: (message: string) => void) {
    this.handlers.delete(handler)
  }

  close() {
    this.events.close()
  }
}

interface OpenFile extends WorkspaceFile {
  view: EditorView
}

/** The open files. What leads to another file is shown by the page. */
class Files extends Workspace {
  files: OpenFile[] = []
  private versions = new Map<string, number>()
  show: (uri: string) => Promise<EditorView | null> = async () => null

  syncFiles() {
    const updates: { file: OpenFile; prevDoc: Text; changes: ChangeSet }[] = []
    for (const file of this.files) {
      const plugin = this.pluginOf(file.view)
      if (!plugin || plugin.unsyncedChanges.empty) continue
      updates.push({ file, prevDoc: file.doc, changes: plugin.unsyncedChanges })
      file.doc = file.view.state.doc
      file.version = this.next(file.uri)
      plugin.clear()
    }
    return updates
  }

  private pluginOf(view: EditorView) {
    return Plugin.get(view)
  }

  private next(uri: string) {
    const version = (this.versions.get(uri) ?? -1) + 1
    this.versions.set(uri, version)
    return version
  }

  openFile(uri: string, languageId: string, view: EditorView) {
    const file: OpenFile = { uri, languageId, view, doc: view.state.doc, version: this.next(uri), getView: () => view }
    this.files.push(file)
    this.client.didOpen(file)
  }

  closeFile(uri: string, view: EditorView) {
    this.files = this.files.filter((file) => file.view !== view)
    this.client.didClose(uri)
  }

  override displayFile(uri: string) {
    return this.show(uri)
  }
}


interface Diagnostic {
  range: { start: { line: number; character: number } }
  message: string
  code?: string
  severity?: number
}

/** A conversation with the language server, and the editors in it. */
export class Language {
  private wire: Wire
  private client: LSPClient
  private workspace!: Files
  /** Called with what is wrong in a file, whenever that has changed. */
  told: (uri: string, problems: Told[]) => void = () => {}

  constructor(game: string, show: (uri: string) => Promise<EditorView | null>, broken: (why: string) => void) {
    this.wire = new Wire(game)
    this.wire.broken = broken
    this.client = new LSPClient({
      sanitizeHTML: harmless,
      timeout: 15_000,
      workspace: (client) => {
        this.workspace = new Files(client)
        this.workspace.show = show
        return this.workspace
      },
      extensions: [serverCompletion(), hoverTooltips(), serverDiagnostics(), keymap.of([...jumpToDefinitionKeymap])],
      notificationHandlers: {
        'textDocument/publishDiagnostics': (_, { uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) => {
          this.told(
            uri,
            diagnostics.map(({ range, message, code, severity }) => ({
              line: range.start.line + 1, column: range.start.character + 1, message, code: code ?? '', warning: severity === 2,
            })),
          )
          return false
        },
        'window/logMessage': () => true,
      },
    })
    this.client.connect(this.wire)
  }

  /** An editor of a file. */
  edit(parent: HTMLElement, uri: string, text: string, label: string, changed: (text: string) => void, save: () => void): EditorView {
    const isScript = uri.endsWith('.rhai')
    return new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(nonce),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), lintGutter(), history(), drawSelection(), indentOnInput(),
          bracketMatching(), closeBrackets(), highlightSelectionMatches(),
          StreamLanguage.define(isScript ? rust : toml), syntaxHighlighting(highlight), theme,
          keymap.of([
            { key: 'Mod-s', run: () => (save(), true), preventDefault: true },
            { key: 'Tab', run: acceptCompletion },
            ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap,
          ]),
          EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
          this.client.plugin(uri, isScript ? 'rhai' : 'toml'),
        ],
      }),
    })
  }

  /** A file was saved: the language server reads it again. */
  saved(uri: string) {
    this.client.sync()
    this.client.notification('textDocument/didSave', { textDocument: { uri } })
  }

  close() {
    this.client.disconnect()
    this.wire.close()
  }
}

/** Puts the cursor somewhere. */
export function goTo(view: EditorView, line: number, column: number) {
  const at = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)))
  const pos = Math.min(at.to, at.from + Math.max(0, column - 1))
  view.dispatch({ selection: { anchor: pos }, effects: EditorView.scrollIntoView(pos, { y: 'center' }) })
  view.focus()
}
