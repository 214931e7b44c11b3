// Two games that began as one: where they part, and what differs.

import { changes } from './changes'
import { show, words, type Look } from './look'
import type { Line, RoomShort, View } from './types'

/** The games that were forked of one another, this one first. */
export function family(rooms: RoomShort[], id: string): RoomShort[] {
  const found = new Set([id])
  for (let before = 0; before !== found.size; ) {
    before = found.size
    for (const room of rooms) if (room.parent && (found.has(room.id) || found.has(room.parent))) found.add(room.id).add(room.parent)
  }
  const own = rooms.filter((room) => found.has(room.id))
  return [...own.filter((room) => room.id === id), ...own.filter((room) => room.id !== id)]
}

const same = (one: Line | undefined, other: Line | undefined) =>
  one !== undefined && other !== undefined && one.text === other.text && one.mark === other.mark && one.depth === other.depth

/** The first line in which two traces differ; as many as both have, if one only goes on. */
export function parting(one: Line[], other: Line[]): number {
  let at = 0
  while (at < one.length && same(one[at], other[at])) at++
  return at
}

/** So many lines behind the parting are compared with each other. */
const COMPARED = 900

/** The lines that only one of two traces has, behind the place at which they part. */
export function onlyIn(one: Line[], other: Line[], from: number): [Set<number>, Set<number>] {
  const [a, b] = [one.slice(from, from + COMPARED), other.slice(from, from + COMPARED)]
  const wide = b.length + 1
  const longest = new Uint16Array((a.length + 1) * wide)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i * wide + j] = same(a[i], b[j]) ? longest[(i + 1) * wide + j + 1]! + 1 : Math.max(longest[(i + 1) * wide + j]!, longest[i * wide + j + 1]!)
    }
  }
  const behind = (lines: Line[]) => new Set(Array.from({ length: lines.length - from }, (_, at) => from + at))
  const [left, right] = [behind(one), behind(other)]
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (same(a[i], b[j])) {
      left.delete(from + i++)
      right.delete(from + j++)
    } else if (longest[(i + 1) * wide + j]! >= longest[i * wide + j + 1]!) i++
    else j++
  }
  return [left, right]
}

const NOWHERE = '–'

export interface Difference {
  what: string
  left: string
  right: string
}

/** What is not the same on two tables, in words. */
export function differences(left: View, right: View, look: Look): Difference[] {
  const found: Difference[] = []
  const stands = (view: View) => {
    const places = new Map<string, [string, string]>()
    for (const zone of view.zones) {
      const title = look.zones.get(zone.zone)?.title ?? zone.zone
      const where = [zone.owner && `${zone.owner}'s`, title, zone.site && `on ${zone.site}`].filter(Boolean).join(' ')
      for (const card of zone.cards) {
        const more = [card.count > 1 ? `×${card.count}` : '', ...look.changes(card)].filter(Boolean).join(', ')
        places.set(card.handle, [card.name, more ? `${where} (${more})` : where])
      }
    }
    return places
  }
  const [one, other] = [stands(left), stands(right)]
  for (const handle of new Set([...changes(left, right), ...changes(right, left)])) {
    const [is, was] = [one.get(handle), other.get(handle)]
    const name = is?.[0] ?? was?.[0]
    if (name && is?.[1] !== was?.[1]) found.push({ what: name, left: is?.[1] ?? NOWHERE, right: was?.[1] ?? NOWHERE })
  }
  // What has moved on may have another handle: a card that is only here and one of its name that is only there are one line.
  for (const it of found.filter(({ right }) => right === NOWHERE)) {
    const at = found.findIndex((other) => other.what === it.what && other.left === NOWHERE)
    if (at >= 0) it.right = found.splice(at, 1)[0]!.right
  }
  const compare = (whose: string, one: View['game'], other: View['game'] | undefined) => {
    for (const key of Object.keys(one.attributes)) {
      const [is, was] = [show(one.attributes[key]), show(other?.attributes[key])]
      if (is !== was && !look.quiet.has(key)) found.push({ what: `${whose}${words(key)}`, left: is || NOWHERE, right: was || NOWHERE })
    }
  }
  compare('', left.game, right.game)
  for (const player of left.players) compare(`${look.seat(player.player).title}: `, player, right.players.find((it) => it.player === player.player))
  const turn = (view: View) => `${view.turn.number}, ${view.turn.player} · ${look.phase(view.turn.phase)}`
  if (turn(left) !== turn(right)) found.push({ what: 'turn', left: turn(left), right: turn(right) })
  return found
}
