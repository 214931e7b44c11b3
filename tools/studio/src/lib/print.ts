// Cards as they are printed: pictures that the server draws. They are shown as drawings, never read as HTML.

import { Refusal, post } from './api'
import type { Look } from './look'

export interface Order {
  decks: string[]
  name: string
  copies: number
  paper: 'a4' | 'letter' | 'card'
  bleed: number
  marks: boolean
  size: [number, number]
}

export interface Preview {
  pages: string[]
  count: number
  cards: number
  different: number
  smaller: [string, number][]
  continued: string[]
}

export const preview = (pack: string, order: Order) => post<Preview>(`/api/packs/${encodeURIComponent(pack)}/print`, order)

export async function pdf(pack: string, order: Order): Promise<Blob> {
  const response = await fetch(`/api/packs/${encodeURIComponent(pack)}/print/pdf`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(order),
  })
  if (!response.ok) throw new Refusal(response.status, ((await response.json()) as { error: string }).error)
  return response.blob()
}

/** A drawing from its text; none if it is none. */
export function drawing(text: string): SVGElement | null {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  return root.nodeName === 'svg' && !root.querySelector('parsererror, script, foreignObject') ? (root as unknown as SVGElement) : null
}

const drawn = new WeakMap<Look, Map<string, Promise<SVGElement | null>>>()

/** The face of a card, which is asked for once. */
export async function face(look: Look, name: string): Promise<SVGElement | null> {
  const own = drawn.get(look) ?? new Map<string, Promise<SVGElement | null>>()
  drawn.set(look, own)
  if (!own.has(name)) own.set(name, load(look.info.pack, name))
  return (await own.get(name)!)?.cloneNode(true) as SVGElement | null
}

async function load(pack: string, name: string): Promise<SVGElement | null> {
  try {
    const response = await fetch(`/api/packs/${encodeURIComponent(pack)}/face/${encodeURIComponent(name)}`)
    return response.ok ? drawing(await response.text()) : null
  } catch {
    return null
  }
}
