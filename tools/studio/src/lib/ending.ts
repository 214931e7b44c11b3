// How a game has ended, in words: won together or alone, lost together, drawn.

import type { Look } from './look'
import type { View } from './types'

export interface Ending {
  title: string
  tone: 'good' | 'bad' | ''
  /** The players by their places, where they were scored. */
  places: string[]
}

export function ended(view: View, as: string, look: Look): Ending {
  const { winners, defeat, placings } = view.outcome!
  const own = view.players.find((player) => player.seats.includes(as))?.player
  const names = winners.map((player) => (player === own ? 'you' : look.seat(player).title))
  const places = placings.map((it) => `${it.place}. ${look.seat(it.player).title} ${it.score}`)
  if (defeat) return { title: 'Everybody has lost together', tone: 'bad', places }
  if (!winners.length) return { title: 'Drawn: nobody has won', tone: '', places }
  const tone = !own ? '' : winners.includes(own) ? 'good' : 'bad'
  if (winners.length === view.players.length) {
    return { title: winners.length > 1 ? 'Everybody has won together' : 'You have won', tone: 'good', places }
  }
  const has = winners.length > 1 || winners[0] === own ? 'have' : 'has'
  const said = `${names.join(' and ')} ${has} won`
  return { title: said.charAt(0).toUpperCase() + said.slice(1), tone, places }
}
