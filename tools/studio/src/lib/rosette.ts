// The face of a card without art: a rosette that its id alone decides, so that a card is recognised.

function mix(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0 || 1
}

/** Numbers from 0 to 1 that follow from a text. */
function numbers(text: string): () => number {
  let state = mix(text)
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

export interface Petal {
  path: string
  turn: number
  full: boolean
}

/** The petals of three rings, the outermost first, around 0 in a square of 100. */
export function petals(id: string): Petal[] {
  const next = numbers(id)
  const count = 3 + Math.floor(next() * 6)
  const all: Petal[] = []
  for (let ring = 0; ring < 3; ring++) {
    const tip = 47 - ring * 13 - next() * 5
    const root = ring === 0 ? tip * (0.3 + next() * 0.3) : next() * 8
    const width = tip * (0.14 + next() * 0.34) * (count > 5 ? 0.75 : 1)
    const waist = root + (tip - root) * (0.35 + next() * 0.4)
    const r = (n: number) => n.toFixed(1)
    const path =
      `M0 ${r(-root)}C${r(width)} ${r(-waist)} ${r(width * 0.7)} ${r(-tip * 0.86)} 0 ${r(-tip)}` +
      `C${r(-width * 0.7)} ${r(-tip * 0.86)} ${r(-width)} ${r(-waist)} 0 ${r(-root)}Z`
    const full = (ring + Math.floor(next() * 2)) % 2 === 1
    const shift = ring % 2 ? 180 / count : 0
    for (let at = 0; at < count; at++) all.push({ path, turn: shift + (at * 360) / count, full })
  }
  return all
}
