// How a game looks: what its packs say, and for everything else a rule that knows no game.

import type { Card, CardInfo, Datum, Info, LookData, Properties, View, ZoneInfo } from './types'

export const HUES = ['ember', 'moss', 'cobalt', 'violet', 'amber', 'teal', 'rose', 'sky', 'fern', 'orchid', 'sand', 'slate']

/** Twelve shapes, so that a kind is never told by its colour alone. */
export const SHAPES = [
  'M6 1l5 5-5 5-5-5z', 'M1 11L6 2l5 9z', 'M2 2h8v8H2z', 'M6 1a5 5 0 100 10A5 5 0 006 1z', 'M6 1l5 3.500-2 6H3l-2-6z',
  'M4 1h4v3h3v4H8v3H4V8H1V4h3z', 'M1 3h10v2H1zM1 7h10v2H1z', 'M2 1v10l9-5z', 'M1 10c2-11 8-11 10 0z',
  'M6 1l1.500 3.500H11L8 7l1 4-3-2-3 2 1-4-3-2.500h3.500z', 'M1 3l2-2 3 3 3-3 2 2-3 3 3 3-2 2-3-3-3 3-2-2 3-3z', 'M3 1h6v10H3z',
]

export type Form = 'fan' | 'row' | 'pile' | 'pyramid' | 'drawer' | 'stack' | 'board' | 'hidden'

export interface KindLook {
  hue: string
  shape: string
  badge: string | null
  foot: string | null
  title: string
}

export const words = (key: string) => key.replaceAll('_', ' ').replaceAll('-', ' ')

export class Look {
  readonly kinds = new Map<string, KindLook>()
  readonly zones = new Map<string, ZoneInfo & { form: Form }>()
  readonly cards = new Map<string, CardInfo>()
  readonly quiet = new Set<string>()
  private readonly data: LookData

  constructor(readonly info: Info) {
    this.data = info.look ?? {}
    info.kinds.forEach((kind, at) => {
      const own = this.data.kinds?.[kind.key] ?? {}
      const shape = own.shape ? SHAPES[SHAPE_NAMES.indexOf(own.shape)] : SHAPES[at % SHAPES.length]
      this.kinds.set(kind.key, {
        hue: own.hue ?? HUES[at % HUES.length] ?? 'slate',
        shape: shape ?? SHAPES[0]!,
        badge: this.badgeOf(kind.key),
        foot: own.foot ?? null,
        title: words(kind.key),
      })
    })
    for (const zone of info.zones) this.zones.set(zone.key, { ...zone, form: this.formOf(zone) })
    for (const card of info.cards) this.cards.set(card.definition, card)
    for (const attribute of info.attributes) if (attribute.quiet && !attribute.dice) this.quiet.add(attribute.key)
  }

  /** The number on a card of this kind: what the look says, else the first printed number that is required. */
  private badgeOf(kind: string): string | null {
    const said = this.data.card?.badge
    if (typeof said === 'string') return said
    if (said) return said[kind] ?? said['else'] ?? null
    return this.info.printed.find((it) => it.required && it.values === 'number' && it.of.includes(kind))?.key ?? null
  }

  private formOf(zone: ZoneInfo): Form {
    const said = this.data.zones?.[zone.key]?.form
    if (said) return said as Form
    if (zone.per === 'space' || zone.per === 'joint') return 'board'
    if (zone.pending) return 'stack'
    if (zone.in_play) return 'row'
    if (zone.per === 'player') return zone.private ? 'fan' : 'pile'
    return 'drawer'
  }

  zoneLook(key: string) {
    return this.data.zones?.[key] ?? {}
  }

  get board() {
    return this.data.board ?? {}
  }

  kind(key: string): KindLook {
    return this.kinds.get(key) ?? { hue: 'slate', shape: SHAPES[11]!, badge: null, foot: null, title: words(key) }
  }

  printed(definition: string, key: string): Datum | undefined {
    return this.cards.get(definition)?.printed.find(([name]) => name === key)?.[1]
  }

  /** The number on a card as it is now. */
  badge(card: Pick<Card, 'definition' | 'kind'> & Partial<Properties>): string | null {
    const key = this.kind(card.kind).badge
    if (!key) return null
    const value = card.values?.[key] ?? card.attributes?.[key] ?? this.printed(card.definition, key)
    return typeof value === 'number' || typeof value === 'string' ? String(value) : null
  }

  /** One fact at the foot of a card. */
  foot(definition: string): string {
    const card = this.cards.get(definition)
    if (!card) return ''
    const key = this.kind(card.kind).foot
    if (key) return show(this.printed(definition, key) ?? '')
    const fact = card.printed.find(([, value]) => typeof value === 'string' && value.length < 24)
    return fact ? show(fact[1]) : ''
  }

  /** What is printed on a card in words: at most so many. */
  tags(definition: string, most = 6): string[] {
    const card = this.cards.get(definition)
    if (!card) return []
    const badge = this.kind(card.kind).badge
    const wanted = this.data.card?.tags
    const printed = card.printed.filter(([key]) => key !== badge && (!wanted || wanted.includes(key)))
    return printed.flatMap(([key, value]) => tag(key, value)).slice(0, most)
  }

  /** What has changed about something, in words: flags as themselves, everything else with its name. */
  changes(of: Properties): string[] {
    return of.changed
      .filter((key) => !this.quiet.has(key))
      .flatMap((key) => tag(key, of.attributes[key] ?? null))
  }

  /** Whether something is struck through, turned or face down, by the usual words for it or by the look. */
  phase(key: string): string {
    return this.info.phases.find((phase) => phase.key === key)?.title ?? words(key)
  }

  window(key: string): string {
    return this.info.windows.find((window) => window.key === key)?.title ?? words(key)
  }

  seat(letter: string): { title: string; hue: number; fill: number } {
    const at = letter.charCodeAt(0) - 65
    const own = this.data.seats?.[letter]
    const hue = own?.hue ? Math.max(0, SEAT_HUES.indexOf(own.hue)) : at % 6
    return { title: own?.title ?? `Player ${letter}`, hue, fill: Math.floor(at / 6) }
  }

  columns(view: View): { key: string; title: string }[] {
    const said = this.data.players?.columns
    if (said) return Object.entries(said).map(([key, title]) => ({ key, title }))
    const shown = this.info.attributes.filter((it) => it.of.includes('player') && (!it.quiet || it.dice))
    const told = shown.filter((it) => ['number', 'flag', 'choice', 'space', 'side'].includes(it.values))
    const some = told.filter((it) => view.players.some((player) => show(player.attributes[it.key] ?? null) !== ''))
    return some.map((it) => ({ key: it.key, title: words(it.key) }))
  }
}

export const SHAPE_NAMES = [
  'diamond', 'triangle', 'square', 'disc', 'pentagon', 'cross', 'bars', 'arrow', 'dome', 'star', 'saltire', 'column',
]
export const SEAT_HUES = ['cobalt', 'ember', 'fern', 'violet', 'amber', 'slate']

function tag(key: string, value: Datum): string[] {
  if (value === true) return [words(key)]
  if (value === false) return [`not ${words(key)}`]
  if (typeof value === 'number') return [`${words(key)} ${value}`]
  const text = show(value)
  return text ? [typeof value === 'string' || Array.isArray(value) ? text : `${words(key)} ${text}`] : []
}

/** A value in words. */
export function show(value: Datum | undefined): string {
  if (value === null || value === undefined || value === false) return ''
  if (value === true) return 'yes'
  if (typeof value === 'number' || typeof value === 'string') return String(value)
  if (Array.isArray(value)) return value.join(', ')
  if ('player' in value) return value.player
  if ('players' in value) return value.players.join(', ')
  if ('site' in value) return value.site
  if ('sides' in value) return value.sides.length ? `sides ${value.sides.join(', ')}` : ''
  return ''
}

/** What names something in a view: a handle, a place or a player. */
export function keyOf(datum: Datum | undefined): string | null {
  if (!datum || typeof datum !== 'object' || Array.isArray(datum)) return null
  if ('handle' in datum) return datum.handle ? `h:${datum.handle}` : null
  if ('site' in datum) return `s:${datum.site}`
  if ('player' in datum) return `p:${datum.player}`
  return null
}
