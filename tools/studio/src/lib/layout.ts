// A table that is laid out card by card: what lies where, by the keys of its zones.

import { post } from './api'
import type { Look } from './look'
import type { ZoneInfo } from './types'

export interface LaidCard {
  name: string
  count: number
  attributes: Record<string, boolean | number | string>
}

export interface Layout {
  pack: string
  people: number
  turn: string
  phase: string | null
  /** The cards of each zone, by the key of `placeOf`. */
  lies: Record<string, LaidCard[]>
}

export interface Place {
  key: string
  whose: string
  zone: ZoneInfo
}

export const placeOf = (whose: string, zone: string) => `${whose}/${zone}`
export const emptyLayout = (pack: string, people: number): Layout => ({ pack, people, turn: 'A', phase: null, lies: {} })
export const letters = (people: number) => Array.from({ length: people }, (_, at) => String.fromCharCode(65 + at))

/** The zones of a player, of the game, or of a place of the board. */
export function placesOf(look: Look, whose: string): Place[] {
  const per = whose === 'game' ? ['game'] : whose.startsWith('board:') ? ['space', 'joint'] : ['player']
  const zones = look.info.zones.filter((zone) => per.includes(zone.per) && !zone.pending)
  return zones.map((zone) => ({ key: placeOf(whose, zone.key), whose, zone }))
}

const message = (layout: Layout) => ({
  pack: layout.pack,
  people: layout.people,
  turn: layout.turn,
  phase: layout.phase,
  places: Object.entries(layout.lies).filter(([, cards]) => cards.length).map(([key, cards]) => {
    const slash = key.lastIndexOf('/')
    return { whose: key.slice(0, slash), zone: key.slice(slash + 1), cards }
  }),
})

export const playLayout = async (layout: Layout) => (await post<{ id: string }>('/api/tables', message(layout))).id
export const writeLayout = async (layout: Layout, name: string, claim: string) =>
  (await post<{ ruling: { name: string; path: string; trace: string } }>('/api/tables/ruling', { table: message(layout), name, claim })).ruling
