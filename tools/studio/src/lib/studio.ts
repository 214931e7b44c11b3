// What an author can do besides playing: rulings, files, and many games at once.

import { get, post } from './api'

export interface RulingTitle {
  name: string
  game: string
  claim: string
  editable: boolean
}

export type RulingState = 'held' | 'moved' | 'new' | 'untrue'

export interface Judged {
  name: string
  state: RulingState
  why: string
  lines: [string | null, string | null][]
  differ: number
  moved: string
  print: string
}

export interface PackFile {
  path: string
  uri: string | null
}

export interface Problem {
  path: string
  line: number
  column: number
  message: string
  code: string
  is_warning: boolean
}

export interface Differs {
  line: number
  before: string | null
  now: string | null
}

export interface Saved {
  print: string
  problems: Problem[]
  rooms: { id: string; differs?: Differs | null; stays?: string }[]
}

export interface ManyGames {
  pack: string
  games: number
  people: number
  seed: number
  decks: string[]
  table: string | null
  options: [string, string][]
  bots: string[]
}

export interface OneGame {
  seed: number
  turns: number
  decisions: number
  winners: string | null
  why: string | null
  scores: Record<string, number>
}

export interface LabResult {
  games: number
  decisions: number
  drawn: number
  turns: { min: number; median: number; mean: number; max: number }
  wins: Record<string, number>
  endings: Record<string, number>
  /** In how many games each was used, by how many players, and how many of them won. */
  cards: { name: string; used: number; games: number; players: number; won: number }[]
  /** Scores of no games are null. */
  deciders: { name: string; score: { games: number; score: number; low: number; high: number } }[]
  faults: { seed: number; kind: string; message: string }[]
  profile: { script: string; function: string; calls: number; seconds: number }[]
  each: OneGame[]
}

export interface LabState {
  run: number
  played: number
  of: number
  goes: boolean
  result: LabResult | null
  error: string | null
  bots: string[]
}

export const rulings = async (game: string) =>
  (await get<{ rulings: RulingTitle[] }>('/api/rulings')).rulings.filter((ruling) => ruling.game === game)
export const judge = async (rulings: string[], lines = false) =>
  (await post<{ judged: Judged[] }>('/api/rulings/judge', { rulings, lines })).judged
export const accept = (ruling: string, print: string) => post('/api/rulings/accept', { ruling, print })
export const reject = (ruling: string) => post('/api/rulings/reject', { ruling })
export const layTable = async (ruling: string) => (await post<{ id: string }>('/api/rulings', { ruling })).id
export const makeRuling = async (room: string, line: number, name: string, claim: string, onlyTable: boolean) =>
  (
    await post<{ ruling: { name: string; path: string; trace: string } }>(`/api/g/${room}/all/ruling`, {
      line, name, claim, only_table: onlyTable,
    })
  ).ruling

export const files = async (game: string) => (await get<{ files: PackFile[] }>(`/api/packs/${game}/files`)).files
export const readFile = async (path: string) =>
  (await post<{ file: { text: string; print: string } }>('/api/files/read', { path })).file
export const saveFile = (path: string, text: string, print: string) => post<Saved>('/api/files/save', { path, text, print })

export const lab = () => get<LabState>('/api/lab')
export const playMany = (games: ManyGames) => post<{ run: number }>('/api/lab', games)
export const stopLab = () => post('/api/lab/stop', {})
export const openOne = async (games: ManyGames, seed: number) => (await post<{ id: string }>('/api/lab/open', { games, seed })).id

/** In which part of a line two lines differ: what is before it, the part itself in both, and what follows. */
export function apart(before: string, now: string): [string, string, string, string] {
  const [one, other] = [before.split(/\b/), now.split(/\b/)]
  let from = 0
  while (from < one.length && from < other.length && one[from] === other[from]) from++
  let to = 0
  while (to < one.length - from && to < other.length - from && one[one.length - 1 - to] === other[other.length - 1 - to]) to++
  const join = (words: string[], end: number) => words.slice(from, end).join('')
  return [one.slice(0, from).join(''), join(one, one.length - to), join(other, other.length - to), one.slice(one.length - to).join('')]
}

/** The 95 % interval of a share by Wilson, and the share itself. */
export function interval(count: number, of: number): [number, number, number] {
  if (!of) return [0, 0, 1]
  const z = 1.96
  const p = count / of
  const d = 1 + (z * z) / of
  const middle = (p + (z * z) / 2 / of) / d
  const half = (z * Math.sqrt((p * (1 - p)) / of + (z * z) / 4 / of / of)) / d
  return [p, Math.max(0, middle - half), Math.min(1, middle + half)]
}

export const said = (error: unknown) => (error instanceof Error ? error.message : String(error))
