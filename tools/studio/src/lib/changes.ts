// What is not as it was: between two views of one seat.

import { placeKey } from './look'
import type { Properties, View } from './types'

export function changes(before: View | null, after: View): Set<string> {
  const found = new Set<string>()
  if (!before) return found
  const place = (view: View) =>
    new Map(
      view.zones.flatMap((zone) =>
        zone.cards.map((card) => [card.handle, `${zone.zone}/${zone.owner}/${zone.site}/${card.count}/${JSON.stringify([card.attributes, card.learned])}`]),
      ),
    )
  const [was, is] = [place(before), place(after)]
  for (const [handle, where] of is) if (was.get(handle) !== where) found.add(handle)
  const backs = (view: View) => new Map(view.zones.flatMap((zone) => zone.places.map((it) => [placeKey({ ...zone, number: it.number }), JSON.stringify(it.learned)])))
  const [had, has] = [backs(before), backs(after)]
  for (const [key, learned] of has) if (had.get(key) !== learned) found.add(key)
  const counts = (view: View) => new Map(view.zones.map((zone) => [`z:${zone.zone}/${zone.owner ?? ''}/${zone.site ?? ''}`, zone.count]))
  const [held, holds] = [counts(before), counts(after)]
  for (const [key, count] of holds) if (held.get(key) !== count) found.add(key)
  const compare = (name: string, one: Properties | undefined, other: Properties) => {
    for (const [key, value] of Object.entries(other.attributes)) {
      if (one && JSON.stringify(one.attributes[key]) !== JSON.stringify(value)) found.add(`${name}.${key}`)
    }
  }
  compare('game', before.game, after.game)
  for (const player of after.players) compare(player.player, before.players.find((it) => it.player === player.player), player)
  const lies = (view: View, name: string) =>
    JSON.stringify(view.zones.filter((zone) => zone.site === name && zone.count).map((zone) => [zone.zone, zone.owner, zone.cards.map((card) => [card.name, card.count])]))
  for (const site of after.board) if (lies(before, site.name) !== lies(after, site.name)) found.add(`s:${site.name}`)
  return found
}
