// What the server says, in the shapes of the engine. `engine/README.md` describes them.

export type Datum =
  | null
  | number
  | boolean
  | string
  | string[]
  | number[]
  | { handle: string | null }
  | { place: PlaceKey }
  | { player: string }
  | { players: string[] }
  | { site: string }
  | { sides: number[] }

/** A card that is not known, by its place in a zone. */
export interface PlaceKey {
  zone: string
  owner: string | null
  site: string | null
  number: number
}

/** A part of what a card is, which seats have learned. */
export interface Learned {
  by: string[]
  attribute: string
  value: Datum
  is: boolean
}

/** A card that the viewer does not know, in a zone whose cards have places. */
export interface UnknownCard {
  number: number
  learned: Learned[]
}

export interface Properties {
  attributes: Record<string, Datum>
  changed: string[]
  values: Record<string, number>
}

export interface Card extends Properties {
  handle: string
  definition: string
  name: string
  kind: string
  owner: string | null
  controller: string | null
  place: number | null
  /** The number of its place, where cards have places that they keep. */
  number: number | null
  learned: Learned[]
  count: number
  token: boolean
  attached_to: { handle: string | null } | { site: string } | null
  attachments: string[]
}

export interface Zone {
  zone: string
  owner: string | null
  site: string | null
  count: number
  unknown: number
  cards: Card[]
  /** Those that the viewer does not know, where cards have places that they keep. */
  places: UnknownCard[]
}

export interface Player extends Properties {
  player: string
  seats: string[]
  acting_seat: string
  present: boolean
}

export interface Site extends Properties {
  name: string
  kind: string
  joins: string[]
}

export interface Item {
  handle: string
  definition?: string
  name?: string
  source: Datum
  action: string | null
  controller: string
  answers: Datum
  targets: Datum[]
  exempt: string[]
  status: string
  copy: boolean
}

export interface Effect {
  handle: string
  definition?: string
  name?: string
  source: Datum
  controller: string
  targets: Datum[]
  exempt: string[]
  until: { when: string; player?: string; turn?: number; what?: string }
}

export interface OpenWindow {
  window: string
  round: string
  about: Datum
  actor: string
  asked: string[]
  passed: string[]
  acted: string[]
}

/** How a game has ended. */
export interface Outcome {
  winners: string[]
  why: string
  /** Whether everybody has lost together. */
  defeat: boolean
  placings: { player: string; place: number; score: number; ties: number[] }[]
}

export interface View {
  viewer: string
  turn: { number: number; player: string; phase: string; extra: boolean; reversed: boolean }
  outcome: Outcome | null
  waiting_for: string[]
  game: Properties
  players: Player[]
  board: Site[]
  zones: Zone[]
  items: Item[]
  effects: Effect[]
  windows: OpenWindow[]
}

export type Choice =
  | { kind: 'pass' }
  | { kind: 'use'; card: Datum; action: string; answers: boolean }
  | { kind: 'thing'; thing: Datum }
  | { kind: 'player'; player: string }
  | { kind: 'word'; word: string }
  | { kind: 'number'; number: number }
  | { kind: 'zone'; zone: string; owner: string | null; site: string | null }
  | { kind: 'group'; cards: Datum[] }

export interface Option {
  text: string
  choice: Choice
}

export type Shape =
  | { kind: 'one_of' }
  | { kind: 'some_of'; from: number; to: number }
  | { kind: 'in_order' }
  | { kind: 'number'; from: number; to: number }
  | { kind: 'shares'; amount: number; caps: number[] }

export interface Prompt {
  number: number
  seat: string
  question: { kind: 'act'; window: string; round: number } | { kind: 'announce'; phrase: string } | { kind: 'choose'; question: string }
  text: string
  shape: Shape
  options: Option[]
  default: unknown
  withdrawable: boolean
  may_wait: boolean
  sealed: boolean
}

export interface Attempted {
  text: string
  name: string
  card: string | null
  why: { text: string; place: string | null }[]
}

/** A value, and how it comes about. */
export interface Explained {
  value: number
  /** What fails of it; the value is what the rest comes to. */
  failed?: string[]
  lines: { by: string | null; stage: string; amount: number; total: number }[]
}

export interface WhyNot {
  refused: Attempted[]
  unasked: string | null
  ruled_out: Attempted[]
  asked_at: string | null
  impossible: Attempted | null
  /** Why not everything is told that cannot be done. */
  failed?: string
}

export interface Line {
  depth: number
  mark: string
  fact: string
  text: string
  sealed: boolean
}

export interface Around {
  here: string[]
  bots: string[]
  undo: { by: string; agreed: string[] } | null
}

export interface Moment {
  v: number
  kind: 'view'
  rev: number
  view: View
  prompts: Prompt[]
  why_not: WhyNot
  around: Around
  from: number
  lines: Line[]
  /** Why the game cannot be played on; then it is shown as it was last noted. */
  frozen?: string
}

export type Answer = { options: number[] } | { number: number } | { shares: number[] } | 'wait'

export interface Info {
  pack: string
  title: string
  people: [number, number]
  phases: { key: string; title: string }[]
  windows: { key: string; title: string }[]
  kinds: { key: string; category: 'card' | 'counted' | 'space' | 'joint' }[]
  zones: ZoneInfo[]
  attributes: AttributeInfo[]
  printed: { key: string; values: string; required: boolean; of: string[] }[]
  values: { key: string; quiet: boolean }[]
  decks: { key: string; title: string }[]
  tables: { key: string; text: string; people: number }[]
  sides: number
  rotation: string | null
  spaces: { name: string; kind: string; at: [number, number] | null }[]
  joints: { name: string; kind: string; ends: [string, string]; sides: [number, number] | null }[]
  cards: CardInfo[]
  options: OptionInfo[]
  looks: Looks
}

export interface ZoneInfo {
  key: string
  title: string
  per: 'player' | 'game' | 'space' | 'joint'
  private: boolean
  ordered: boolean
  in_play: boolean
  pending: boolean
  open: boolean
}

export interface AttributeInfo {
  key: string
  quiet: boolean
  dice: boolean
  values: string
  of: string[]
  marks: [string, number][]
}

export interface CardInfo {
  definition: string
  name: string
  kind: string
  text: string
  printed: [string, Datum][]
}

export type SignData = { path: string } | { letter: string }

export interface By<T> {
  by: string
  of: Record<string, T>
}

export interface KindData {
  colour: string
  ink: string | null
  icon: SignData
  tint: By<string> | null
  icons: By<SignData> | null
  badge: string | null
  left: string | null
  right: string | null
  foot: string | null
  tags: string[] | null
  art: string | null
}

export type Form = 'fan' | 'row' | 'pile' | 'pyramid' | 'grid' | 'drawer' | 'stack' | 'board' | 'hidden'

export interface ZoneData {
  form: Form
  place: 'left' | 'middle' | 'right'
  slot: string | null
  rows: number[]
  columns: number
}

/** How everything looks: what packs say, with the engine's defaults for the rest. */
export interface Looks {
  kinds: Record<string, KindData>
  zones: Record<string, ZoneData>
  seats: Record<string, { title: string | null; colour: string | null }>
  columns: Record<string, string>
  board: {
    form: 'hexagons' | 'map' | null
    at: Record<string, [number, number]>
    tint: By<string> | null
    icons: By<SignData> | null
    note: string | null
  }
  art: Record<string, string>
}

/** What can be chosen before a game begins: one of some words, or a number. */
export interface OptionInfo {
  key: string
  text: string
  choices: string[]
  range: [number, number] | null
  default: string
}

export interface GameShort {
  pack: string
  title: string
  people: [number, number]
  decks: { key: string; title: string }[]
  tables: { key: string; text: string; people: number }[]
  options: OptionInfo[]
  cards: number
  spaces: number
}

export interface RoomShort {
  id: string
  pack: string
  title: string
  people: number
  /** The game of which it is a fork. */
  parent: string | null
  /** Why it cannot be played on, as far as that is known. */
  frozen: string | null
  /** Whether the game is over, also if it is not in the server's memory and has no status. */
  over: boolean
  status: {
    turn: View['turn']
    waiting_for: string[]
    outcome: View['outcome']
    bots: string[]
  } | null
}

export interface Origin {
  names: string[] | null
  cause: string | null
  script: string | null
  why: { reason: string; place?: string }[] | null
}
