// A game that is open in this page: what the server shows of it, and what is done in it.

import { get, newKey, post, Refusal } from './api'
import { changes } from './changes'
import { keyOf, Look } from './look'
import type { Answer, Attempted, Card, Explained, Info, Line, Moment, Option, Origin, Prompt, View, WhyNot, Zone } from './types'

const NOTHING_SAID: WhyNot = { refused: [], unasked: null, ruled_out: [], asked_at: null, impossible: null }

export class Room {
  moment = $state.raw<Moment | null>(null)
  lines = $state.raw<Line[]>([])
  look = $state.raw<Look | null>(null)
  connected = $state(false)
  refusal = $state<string | null>(null)
  busy = $state(false)
  failed = $state<string | null>(null)
  /** What has been chosen so far for a question that takes several options. */
  picked = $state<number[]>([])
  /** What happened since the last moment, for a reader who cannot see it. */
  news = $state('')
  /** What has changed since this seat acted last; for who never acts, since the moment before. */
  changed = $derived.by(() => (this.moment && this.from ? changes(this.from, this.moment.view) : new Set<string>()))
  /** The table as it was then, and how many lines were told. */
  private from = $state.raw<View | null>(null)
  private told = $state(-1)
  private events: EventSource | null = null
  private asked = -1
  /** The question to which somebody has turned while several are open, by its number. */
  private turned = $state(-1)

  constructor(
    readonly id: string,
    readonly as: string,
    /** Whether this is the game as it was: nobody is asked there, and nothing can be done. */
    readonly past = false,
    /** Whether people meet in it, each with a page of their own. */
    readonly meets = false,
  ) {}

  /** This game as it was when it looked like this. Questions and reasons are those of now, so it has none. */
  then(view: View): Room {
    const past = new Room(this.id, this.as, true, this.meets)
    past.look = this.look
    past.lines = this.lines
    past.moment = this.moment && { ...this.moment, view, prompts: [], why_not: NOTHING_SAID }
    return past
  }

  /** Where this tab keeps after which line this seat acted last. */
  private get acted() {
    return `acted ${this.id} ${this.as}`
  }

  private path(rest: string) {
    return `/api/g/${this.id}/${this.as}/${rest}`
  }

  async open() {
    try {
      const { game } = await get<{ game: Info }>(`/api/g/${this.id}`)
      this.look = new Look(game)
      this.listen()
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error)
    }
  }

  private listen() {
    this.events = new EventSource(this.path('events'))
    this.events.onopen = () => (this.connected = true)
    this.events.onmessage = (event) => this.take(JSON.parse(event.data as string) as Moment)
    this.events.onerror = () => {
      this.connected = false
      if (this.events?.readyState === EventSource.CLOSED) void this.askWhy()
    }
  }

  /** A stream that is refused does not say why: what is read once does. */
  private async askWhy() {
    try {
      await get(`/api/g/${this.id}`)
    } catch (error) {
      if (error instanceof Refusal) this.failed = error.message
      return
    }
    try {
      await get(this.path('at/0'))
    } catch (error) {
      if (error instanceof Refusal && error.status !== 404) this.failed = error.message
    }
  }

  /** Begins again with what the server has now: the game may have been played again with other cards. */
  async reopen() {
    this.close()
    await this.open()
  }

  close() {
    this.events?.close()
    this.events = null
  }

  private take(moment: Moment) {
    const before = this.lines.length
    if (!this.mayAct) this.from = this.view
    else this.from ??= moment.view
    this.lines = [...this.lines.slice(0, moment.from), ...moment.lines]
    this.moment = moment
    this.begin()
    this.given ??= JSON.parse(sessionStorage.getItem(`given ${this.acted}`) ?? 'null') as Room['given']
    // It was shown to all, or all have gone back.
    if (this.given && this.given.told !== this.shown) this.keep(null)
    // Where the page was opened, everything is new.
    if (this.told < 0) this.told = Number(sessionStorage.getItem(this.acted) ?? this.lines.length)
    if (this.told > this.lines.length) this.told = this.lines.length
    if (before > 0) this.news = this.lines.slice(Math.min(before, moment.from)).slice(-6).map((line) => line.text).join('. ')
  }

  /** Forgets what was chosen for another question. */
  private begin() {
    const number = this.prompt?.number ?? -1
    if (number === this.asked) return
    this.asked = number
    this.picked = []
    this.refusal = null
  }

  get view(): View | null {
    return this.moment?.view ?? null
  }

  /** All questions that are open here: of who sees everything those of all seats. */
  get prompts(): Prompt[] {
    return this.moment?.prompts ?? []
  }

  /** The question that is to be answered here: the one that was turned to, otherwise the first. */
  get prompt(): Prompt | null {
    return this.prompts.find((prompt) => prompt.number === this.turned) ?? this.prompts[0] ?? null
  }

  /** Turns to another of the open questions. */
  turnTo(number: number) {
    this.turned = number
    this.begin()
  }

  /** Turns to the next of the open questions. */
  turnOn() {
    const at = this.prompts.findIndex((prompt) => prompt.number === this.prompt?.number)
    const next = this.prompts[(at + 1) % this.prompts.length]
    if (next) this.turnTo(next.number)
  }

  get mayAct() {
    return !this.past && this.as !== 'watch' && this.as !== 'replay' && !this.frozen
  }

  /** Why the game cannot be played on; null as long as it can. */
  get frozen(): string | null {
    return this.moment?.frozen ?? null
  }

  /** The options that concern something, by its handle, place or player. */
  options = $derived.by(() => {
    const found = new Map<string, number[]>()
    const prompt = this.prompt
    prompt?.options.forEach((option, at) => {
      for (const key of subjects(option)) found.set(key, [...(found.get(key) ?? []), at])
    })
    // A use of copies that are alike is offered once: each of them shows it.
    prompt?.options.forEach((option, at) => {
      if (option.choice.kind !== 'use') return
      for (const twin of this.twins(subject(option))) {
        const own = found.get(twin) ?? []
        if (!own.some((other) => prompt.options[other]!.text === option.text)) found.set(twin, [...own, at])
      }
    })
    return found
  })

  /** Cards that lie with this one and differ from it in nothing, also not in what cannot be done with them. */
  private twins(key: string | null): string[] {
    const one = key?.startsWith('h:') ? this.cards.get(key.slice(2)) : undefined
    if (!one) return []
    const look = this.likeness(one.card)
    return one.zone.cards.filter((card) => card !== one.card && this.likeness(card) === look).map((card) => `h:${card.handle}`)
  }

  /** All that can be told of a card but where it lies and what it is called. */
  likeness(card: Card): string {
    const cannot = this.cannot.get(card.handle)?.map((attempted) => attempted.text)
    return JSON.stringify({ ...card, handle: '', place: 0, number: 0, cannot })
  }

  /** What cannot be done with a card, by its handle. */
  cannot = $derived.by(() => {
    const found = new Map<string, Attempted[]>()
    const why = this.moment?.why_not
    for (const attempted of [...(why?.refused ?? []), ...(why?.ruled_out ?? [])]) {
      if (attempted.card) found.set(attempted.card, [...(found.get(attempted.card) ?? []), attempted])
    }
    return found
  })

  /** Every card in view, by its handle. */
  cards = $derived.by(() => {
    const found = new Map<string, { card: Card; zone: Zone }>()
    for (const zone of this.view?.zones ?? []) for (const card of zone.cards) found.set(card.handle, { card, zone })
    return found
  })

  get isUse() {
    return this.prompt?.question.kind === 'act'
  }

  isPicked(key: string) {
    return (this.options.get(key) ?? []).some((at) => this.picked.includes(at))
  }

  /** Chooses an option: at once where one is to be chosen, otherwise until the answer is given. */
  choose(at: number) {
    const shape = this.prompt?.shape
    if (!shape || this.busy) return
    if (shape.kind === 'one_of') void this.answer({ options: [at] })
    else if (shape.kind === 'some_of') {
      this.picked = this.picked.includes(at) ? this.picked.filter((it) => it !== at) : [...this.picked, at]
    } else if (shape.kind === 'in_order') {
      this.picked = this.picked.includes(at) ? this.picked.filter((it) => it !== at) : [...this.picked, at]
    }
  }

  answer(answer: Answer) {
    const prompt = this.prompt
    if (!prompt) return
    this.remember(prompt, answer)
    return this.act({ answer: { number: prompt.number, answer } })
  }

  withdraw() {
    const prompt = this.prompt
    if (prompt?.withdrawable) return this.act({ withdraw: { number: prompt.number } })
  }

  /** Takes an answer back: at once what nobody has seen yet, otherwise as soon as all agree. */
  undo() {
    return this.given && !this.prompt ? this.takeBack() : this.agree()
  }

  /** Agrees that somebody takes an answer back. */
  agree() {
    return this.act('undo')
  }

  /** What others have decided since this seat acted last and what came of it: three lines at most. */
  get since(): Line[] {
    if (!/^[A-Z]$/.test(this.as) || this.past || this.told < 0) return []
    const told = this.lines.slice(this.told).filter((line) => line.fact !== 'passes' && !line.mark.startsWith('#'))
    // Its own decision comes first.
    const own = told.findIndex((line) => line.mark === '>')
    const all = own >= 0 && told[own]!.text.startsWith(`${this.as} `) ? told.toSpliced(own, 1) : told
    const decided = all.filter((line) => ['>', 'x', '!'].includes(line.mark))
    return (decided.length >= 3 ? decided : all).slice(-3)
  }

  /** What this seat has answered in secret, in words, as long as nobody else sees it. This tab keeps it; no viewer is told. */
  given = $state.raw<{ told: number; texts: string[] } | null>(null)

  private get shown() {
    return this.lines.filter((line) => !line.sealed).length
  }

  private remember(prompt: Prompt, answer: Answer) {
    if (!prompt.sealed || answer === 'wait') return
    const text = 'options' in answer ? answer.options.map((at) => prompt.options[at]?.text ?? '').join(', ') || 'none'
      : 'number' in answer ? String(answer.number) : answer.shares.map((share, at) => `${prompt.options[at]?.text ?? ''}: ${share}`).join(', ')
    const texts = [...(this.given?.told === this.shown ? this.given.texts : []), text]
    this.keep({ told: this.shown, texts })
  }

  private keep(given: Room['given']) {
    this.given = given
    if (given) sessionStorage.setItem(`given ${this.acted}`, JSON.stringify(given))
    else sessionStorage.removeItem(`given ${this.acted}`)
  }

  /** Takes back what was answered in secret, which nobody has seen. */
  async takeBack() {
    await this.act('take_back')
    if (!this.refusal) this.keep(null)
  }

  /** Does something; what cannot be sent is sent again with the same key, so that it is done once. */
  async act(deed: unknown) {
    if (this.busy || !this.mayAct) return
    this.busy = true
    const [from, told] = [this.view, this.lines.length]
    const key = newKey()
    for (let attempt = 0; ; attempt++) {
      try {
        await post(this.path('do'), { key, do: deed })
        this.refusal = null
        if (deed !== 'refuse') {
          ;[this.from, this.told] = [from, told]
          sessionStorage.setItem(this.acted, String(told))
        }
        break
      } catch (error) {
        const lost = !(error instanceof Refusal) || error.status === 503
        if (lost && attempt < 5) {
          await new Promise((done) => setTimeout(done, 250 * 2 ** attempt))
          continue
        }
        this.refusal = error instanceof Error ? error.message : String(error)
        break
      }
    }
    this.busy = false
  }

  /** The table after a line. One question is answered at a time: where many are asked, this one waits. */
  async at(line: number): Promise<View> {
    for (let attempt = 0; ; attempt++) {
      try {
        return (await get<{ view: View }>(this.path(`at/${line}`))).view
      } catch (error) {
        const waits = error instanceof Refusal && (error.status === 429 || error.status === 503)
        if (!waits || attempt === 5) throw error
        await new Promise((done) => setTimeout(done, 250 * 2 ** attempt))
      }
    }
  }

  explain(of: unknown, value: string) {
    return post<Explained>(this.path('explain'), { of, value })
  }

  async origins(): Promise<Origin[]> {
    return (await get<{ origins: Origin[] }>(`/api/g/${this.id}/all/origins`)).origins
  }

  async fork(line: number | null): Promise<string> {
    return (await post<{ id: string }>(`/api/g/${this.id}/all/fork`, { line, as: this.as })).id
  }

  async source(path: string): Promise<string> {
    const pack = this.look?.info.pack ?? ''
    return (await post<{ text: string }>(`/api/packs/${pack}/source`, { path })).text
  }

  /** What something is called in this view. */
  name(of: unknown): string {
    const key = keyOf(of as never)
    if (!key) return ''
    const rest = key.slice(2)
    if (key.startsWith('s:')) return rest
    if (key.startsWith('p:')) return this.look?.seat(rest).title ?? rest
    if (key.startsWith('c:')) return `card ${key.slice(key.lastIndexOf('/') + 1)}`
    const item = this.view?.items.find((it) => it.handle === rest)
    const effect = this.view?.effects.find((it) => it.handle === rest)
    return this.cards.get(rest)?.card.name ?? item?.name ?? effect?.name ?? 'a card'
  }
}

/** All that an option is about: several cards may be one option together. */
export function subjects(option: Option): string[] {
  const choice = option.choice
  if (choice.kind === 'group') return choice.cards.map(keyOf).filter((key) => key !== null)
  const key = subject(option)
  return key ? [key] : []
}

/** What an option is about, where that is one thing that lies on the table. */
export function subject(option: Option): string | null {
  const choice = option.choice
  switch (choice.kind) {
    case 'use':
      return keyOf(choice.card)
    case 'thing':
      return keyOf(choice.thing)
    case 'player':
      return `p:${choice.player}`
    case 'zone':
      return `z:${choice.zone}/${choice.owner ?? ''}/${choice.site ?? ''}`
    case 'pass':
    case 'word':
    case 'number':
    case 'group':
      return null
  }
}
