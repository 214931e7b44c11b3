// How a game looks: what its packs say, and for everything else a rule that knows no game.

import type { By, Card, CardInfo, Datum, Form, Info, KindData, Learned, PlaceKey, Properties, SignData, View, ZoneData, ZoneInfo } from './types'

/** How a card is coloured and signed. */
export interface Dress {
  /** A class that sets the hue, or one for a colour of the pack's own. */
  hue: string
  /** The pack's own colour, and the text on it. */
  style: string | undefined
  sign: SignData
  title: string
}

const NO_KIND: KindData = {
  colour: 'slate', ink: null, icon: { path: 'M3 1h6v10H3z' }, tint: null, icons: null, badge: null, left: null, right: null,
  foot: null, tags: null, art: null,
}

export const HUES = ['ember', 'moss', 'cobalt', 'violet', 'amber', 'teal', 'rose', 'sky', 'fern', 'orchid', 'sand', 'slate']

/** A question as it is put to whoever answers it. */
export function sentence(text: string): string {
  const rest = text.replace(/^[A-Z]( chooses|, | may )/, (_, how: string) =>
    how === ', ' ? '' : how === ' may ' ? 'You may ' : 'Choose ',
  )
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

export const words = (key: string) => key.replaceAll('_', ' ').replaceAll('-', ' ')

export class Look {
  readonly zones = new Map<string, ZoneInfo & { form: Form }>()
  /** What is printed, by name: cards of a family share their definition. */
  readonly cards = new Map<string, CardInfo>()
  /** The first card of each file, by its definition. */
  readonly files = new Map<string, CardInfo>()
  readonly quiet = new Set<string>()
  /** Where each card stands in the catalogue. */
  private readonly order = new Map<string, number>()

  constructor(readonly info: Info) {
    for (const zone of info.zones) this.zones.set(zone.key, { ...zone, form: this.zoneLook(zone.key).form })
    for (const card of info.cards) {
      this.cards.set(card.name, card)
      this.order.set(card.name, this.order.size)
      if (!this.files.has(card.definition)) this.files.set(card.definition, card)
    }
    for (const attribute of info.attributes) if (attribute.quiet && !attribute.dice) this.quiet.add(attribute.key)
  }

  private kindData(kind: string): KindData {
    return this.info.looks.kinds[kind] ?? NO_KIND
  }

  zoneLook(key: string): ZoneData {
    return this.info.looks.zones[key] ?? { form: 'drawer', place: 'middle', slot: null, rows: [1, 2, 3], columns: 3 }
  }

  get board() {
    return this.info.looks.board
  }

  /** How a kind is coloured and signed, or a card of it. */
  dress(kind: string, name?: string): Dress {
    const own = this.kindData(kind)
    const colour = this.chosen(own.tint, name) ?? own.colour
    return {
      hue: colour.startsWith('#') ? 'h-own' : `h-${colour}`,
      style: colour.startsWith('#') ? `--own:${colour};--own-ink:${own.ink ?? '#ffffff'}` : undefined,
      sign: this.chosen(own.icons, name) ?? own.icon,
      title: words(kind),
    }
  }

  private chosen<T>(by: By<T> | null, name: string | undefined): T | undefined {
    return by && name ? by.of[show(this.printed(name, by.by))] : undefined
  }

  /** Where the picture of a card is. */
  art(name: string): string | null {
    const card = this.cards.get(name)
    if (!card) return null
    const path = this.info.looks.art[card.name] ?? this.kindData(card.kind).art
    return path ? `/api/packs/${encodeURIComponent(this.info.pack)}/art/${path.split('/').map(encodeURIComponent).join('/')}` : null
  }

  printed(name: string, key: string): Datum | undefined {
    return this.cards.get(name)?.printed.find(([own]) => own === key)?.[1]
  }

  private field(key: string | null, card: Pick<Card, 'name'> & Partial<Properties>): string | null {
    if (!key) return null
    const value = card.values?.[key] ?? card.attributes?.[key] ?? this.printed(card.name, key)
    const text = Array.isArray(value) ? value.join(', ') : typeof value === 'number' ? String(value) : show(value ?? null)
    return text === '' ? null : text
  }

  /** What stands in the upper corner of a card, as it is now. */
  badge(card: Pick<Card, 'name' | 'kind'> & Partial<Properties>): string | null {
    return this.field(this.kindData(card.kind).badge, card)
  }

  /** What stands in its lower corners. */
  corners(card: Pick<Card, 'name' | 'kind'> & Partial<Properties>): [string | null, string | null] {
    const own = this.kindData(card.kind)
    return [this.field(own.left, card), this.field(own.right, card)]
  }

  /** One fact at the foot of a card. */
  foot(name: string): string {
    const card = this.cards.get(name)
    if (!card) return ''
    const own = this.kindData(card.kind)
    if (own.foot) return this.field(own.foot, card) ?? ''
    if (own.tags) return ''
    const fact = card.printed.find(([, value]) => typeof value === 'string' && value.length < 24)
    return fact ? show(fact[1]) : ''
  }

  /** What is printed on a card in words: at most so many. */
  tags(name: string, most = 6): string[] {
    const card = this.cards.get(name)
    if (!card) return []
    const own = this.kindData(card.kind)
    const elsewhere = [own.badge, own.left, own.right, own.foot]
    const printed = own.tags
      ? own.tags.flatMap((key) => card.printed.filter(([own]) => own === key))
      : card.printed.filter(([key]) => !elsewhere.includes(key))
    return printed.flatMap(([key, value]) => tag(key, value)).slice(0, most)
  }

  /** What seats have learned about a card, in words: `ruby`, `not 3, 4`. */
  learned(learned: Learned[], by: readonly string[]): string[] {
    const told = learned.filter((it) => it.by.some((seat) => by.includes(seat)))
    return [...new Set(told.map((it) => it.attribute))].flatMap((attribute) => {
      const own = told.filter((it) => it.attribute === attribute)
      const [is, not] = [true, false].map((is) => own.filter((it) => it.is === is).map((it) => show(it.value) || 'no'))
      // Who knows the one value that it has learns nothing from those that it has not.
      const several = this.info.printed.find((it) => it.key === attribute)?.values === 'choices'
      return [is!.join(' and '), not!.length && (several || !is!.length) ? `not ${not!.join(', ')}` : ''].filter(Boolean)
    })
  }

  /** By what cards of a hand are put in order: their kinds and hues as declared, then what the catalogue has first. */
  rank(card: Pick<Card, 'name' | 'kind'>): number[] {
    const kind = this.info.kinds.findIndex((it) => it.key === card.kind)
    const tint = this.kindData(card.kind).tint
    const hue = tint ? Object.keys(tint.of).indexOf(show(this.printed(card.name, tint.by))) : 0
    return [kind, hue, this.order.get(card.name) ?? 0]
  }

  /** Which of its signs a card without text and picture shows, and how many; a word has its first letter instead. */
  pips(name: string, kind: string): { sign: SignData; count: number } | { sign: SignData; letter: string } | null {
    const own = this.kindData(kind)
    const card = this.cards.get(name)
    if (!card || card.text || this.art(name) || !own.badge || !(own.icons ?? own.tint)) return null
    const value = this.printed(name, own.badge)
    const count = typeof value === 'number' ? value : Number(value)
    const sign = this.dress(kind, name).sign
    if (Number.isInteger(count) && count >= 1 && count <= 10) return { sign, count }
    return typeof value === 'string' && value ? { sign, letter: value.charAt(0).toUpperCase() } : null
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
    const own = this.info.looks.seats[letter]
    const hue = own?.colour ? Math.max(0, SEAT_HUES.indexOf(own.colour)) : at % 6
    return { title: own?.title ?? `Player ${letter}`, hue, fill: Math.floor(at / 6) }
  }

  columns(view: View): { key: string; title: string }[] {
    const said = Object.entries(this.info.looks.columns)
    if (said.length) return said.map(([key, title]) => ({ key, title }))
    const shown = this.info.attributes.filter((it) => it.of.includes('player') && (!it.quiet || it.dice))
    const told = shown.filter((it) => ['number', 'flag', 'choice', 'space', 'side'].includes(it.values))
    const some = told.filter((it) => view.players.some((player) => show(player.attributes[it.key] ?? null) !== ''))
    return some.map((it) => ({ key: it.key, title: words(it.key) }))
  }
}

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
  if ('place' in value) return `card ${value.place.number}`
  if ('player' in value) return value.player
  if ('players' in value) return value.players.join(', ')
  if ('site' in value) return value.site
  if ('sides' in value) return value.sides.length ? `sides ${value.sides.join(', ')}` : ''
  return ''
}

/** What names a card that is not known: its place in its zone. */
export const placeKey = ({ zone, owner, site, number }: PlaceKey) => `c:${zone}/${owner ?? ''}/${site ?? ''}/${number}`

/** What names something in a view: a handle, a place or a player. */
export function keyOf(datum: Datum | undefined): string | null {
  if (!datum || typeof datum !== 'object' || Array.isArray(datum)) return null
  if ('handle' in datum) return datum.handle ? `h:${datum.handle}` : null
  if ('place' in datum) return placeKey(datum.place)
  if ('site' in datum) return `s:${datum.site}`
  if ('player' in datum) return `p:${datum.player}`
  return null
}
