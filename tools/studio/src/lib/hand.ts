// What lies in a hand, and in which order: like cards are one, and what is not known is a back in its place.

import { placeKey, type Look } from './look'
import type { Room } from './room.svelte'
import type { Card, UnknownCard, Zone } from './types'

export interface Held {
  key: string
  /** A card that is known, with those that are like it; none for a back. */
  cards: Card[]
  /** A card in its place of which it is not known what it is. */
  back: UnknownCard | null
  /** How many cards it stands for. */
  count: number
  /** The number of its place, where cards keep theirs. */
  number: number | null
}

/** By what a hand is put in order: as the cards are declared, or by the number in their corners. */
export type Sorting = 'kind' | 'badge'

/** How somebody wants a hand: by what it is sorted, and the handles of cards that were put elsewhere. */
export interface Wanted {
  by: Sorting
  order: string[]
}

/** Whether the cards of a zone keep their places, so that nobody moves them. */
export const keepsPlaces = (zone: Zone) => zone.places.length > 0 || zone.cards.some((card) => card.number !== null)

export function held(room: Room, zone: Zone, wanted: Wanted): Held[] {
  if (keepsPlaces(zone)) return inPlaces(zone)
  const all = arranged(room.look!, alike(room, zone), wanted)
  const unknown = zone.unknown
  const backs = { key: `b:${zone.zone}/${zone.owner}`, cards: [], back: null, count: unknown, number: null }
  return unknown ? [...all, backs] : all
}

function inPlaces(zone: Zone): Held[] {
  const { zone: name, owner, site } = zone
  const known = zone.cards.map((card): Held => ({ key: card.handle, cards: [card], back: null, count: 1, number: card.number }))
  const backs = zone.places.map((back): Held => ({
    key: placeKey({ zone: name, owner, site, number: back.number }), cards: [], back, count: 1, number: back.number,
  }))
  return [...known, ...backs].sort((one, other) => (one.number ?? 0) - (other.number ?? 0))
}

function alike(room: Room, zone: Zone): Held[] {
  const found = new Map<string, Held>()
  for (const card of zone.cards) {
    const options = (room.options.get(`h:${card.handle}`) ?? []).map((at) => room.prompt?.options[at]?.text)
    const key = JSON.stringify([room.likeness(card), options])
    const own = found.get(key) ?? { key: card.handle, cards: [], back: null, count: 0, number: null }
    own.cards.push(card)
    own.count += card.count
    found.set(key, own)
  }
  return [...found.values()]
}

function arranged(look: Look, all: Held[], wanted: Wanted): Held[] {
  const place = new Map(wanted.order.map((handle, at) => [handle, at]))
  const placeOf = (one: Held) => Math.min(...one.cards.map((card) => place.get(card.handle) ?? Infinity))
  const ranked = all.map((one) => {
    const rank = look.rank(one.cards[0]!)
    const badge = wanted.by === 'badge' ? [Number(look.badge(one.cards[0]!)) || 0, rank[2]!] : []
    return { one, rank: [placeOf(one), ...badge, ...rank] }
  })
  ranked.sort((one, other) => {
    const at = one.rank.findIndex((it, i) => it !== other.rank[i])
    return at < 0 ? 0 : one.rank[at]! - other.rank[at]!
  })
  return ranked.map(({ one }) => one)
}

/** The handles of all cards in the order of a hand, with one of its heaps put elsewhere. */
export function moved(all: Held[], from: number, to: number): string[] {
  const order = [...all]
  const [one] = order.splice(from, 1)
  order.splice(to, 0, one!)
  return order.flatMap((it) => it.cards.map((card) => card.handle))
}

/** How the cards of a hand lie: in so many rows, each card so far from the one before. */
export function fanned(count: number, width: number, card: number, least: number) {
  const fit = Math.max(1, Math.floor((width - card) / least) + 1)
  const rows = Math.max(1, Math.ceil(count / fit))
  const columns = Math.ceil(count / rows)
  const step = columns > 1 ? Math.min(card + 8, (width - card) / (columns - 1)) : 0
  return { rows, columns, step, indent: Math.max(0, (width - card - step * (columns - 1)) / 2) }
}
