// Where the spaces of a board are drawn: made of their places and joints alone.

import { Delaunay } from 'd3-delaunay'
import type { Info } from './types'

export type Point = [number, number]

export interface Drawn {
  /** Hexagons or cells. */
  form: 'hexagons' | 'map'
  width: number
  height: number
  cells: { name: string; centre: Point; polygon: Point[] }[]
  /** Borders that can be crossed, as paths. */
  open: string
  /** Borders that cannot. */
  closed: string
  /** Joints between cells that do not touch. */
  far: string
  /** The middle of each joint, by its name. */
  joints: Map<string, { at: Point; angle: number }>
  size: number
}

const R = 46

export function draw(whole: Info): Drawn | null {
  // Where most spaces have a place, those without one lie beyond what is drawn.
  const looks = whole.looks.board
  const drawn = whole.spaces.flatMap((space) => (looks.at[space.name] ?? space.at ? [{ ...space, at: looks.at[space.name] ?? space.at }] : []))
  const placed = drawn.length > 0 && drawn.length * 3 >= whole.spaces.length
  const info = placed ? { ...whole, spaces: drawn } : whole
  if (!info.spaces.length) return null
  if (placed && (looks.form === 'hexagons' || (looks.form === null && info.sides === 6))) return hexagons(info)
  return map(info, placed ? info.spaces.map((space) => [...space.at!] as Point) : circle(info.spaces.length))
}

const circle = (count: number): Point[] =>
  Array.from({ length: count }, (_, at) => {
    const angle = (at / count) * 2 * Math.PI - Math.PI / 2
    return [Math.cos(angle) * count, Math.sin(angle) * count]
  })

/** Hexagons lie as their joints say: side 0 is up, the others follow clockwise. */
function hexagons(info: Info): Drawn {
  const at = new Map(info.spaces.map((space) => [space.name, space.at!]))
  let [up, across] = [1, 1]
  for (const joint of info.joints) {
    const [one, other] = [at.get(joint.ends[0]), at.get(joint.ends[1])]
    if (!one || !other || !joint.sides) continue
    if (joint.sides[0] % 3 === 0) up = Math.abs(other[1] - one[1]) || up
    else across = Math.abs(other[0] - one[0]) || across
  }
  const high = R * Math.sqrt(3)
  const centres = info.spaces.map((space): Point => [(space.at![0] / across) * 1.5 * R, (space.at![1] / up) * high])
  const corners = Array.from({ length: 6 }, (_, side): Point => {
    const angle = (side * Math.PI) / 3
    return [Math.cos(angle) * (R - 1), Math.sin(angle) * (R - 1)]
  })
  const cells = info.spaces.map((space, i) => {
    const centre = centres[i]!
    return { name: space.name, centre, polygon: corners.map(([x, y]): Point => [centre[0] + x, centre[1] + y]) }
  })
  return framed({ form: 'hexagons', cells, open: '', closed: '', far: '', joints: middles(info, centres), size: R })
}

function middles(info: Info, centres: Point[]): Drawn['joints'] {
  const index = new Map(info.spaces.map((space, at) => [space.name, at]))
  const found: Drawn['joints'] = new Map()
  for (const joint of info.joints) {
    const [one, other] = joint.ends.map((end) => centres[index.get(end) ?? -1])
    if (!one || !other) continue
    const middle: Point = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]
    found.set(joint.name, { at: middle, angle: Math.atan2(other[1] - one[1], other[0] - one[0]) })
  }
  return found
}

/** A map: places are spread until labels fit, and cells are drawn around them. */
function map(info: Info, places: Point[]): Drawn {
  const [wide, high] = [74, 58]
  const centres = spread(scaled(places, wide, high), info.spaces.map((space) => Math.max(wide, longestLine(space.name) * 6.2 + 16)), high)
  const [xs, ys] = [centres.map(([x]) => x), centres.map(([, y]) => y)]
  const box = [Math.min(...xs) - 90, Math.min(...ys) - 70, Math.max(...xs) + 90, Math.max(...ys) + 70] as const
  const voronoi = Delaunay.from(centres).voronoi([...box])
  const joined = new Set(info.joints.flatMap(({ ends: [one, other] }) => [`${one}|${other}`, `${other}|${one}`]))
  const touching = new Set<string>()
  let [open, closed] = ['', '']
  const cells = info.spaces.map((space, i) => {
    const centre = centres[i]!
    const polygon = around(voronoi.cellPolygon(i) as Point[] | null, centre)
    for (const j of voronoi.neighbors(i)) {
      const border = shared(polygon, centre, centres[j]!)
      const other = info.spaces[j]!.name
      if (!border) continue
      const line = `M${point(border[0])}L${point(border[1])}`
      if (joined.has(`${space.name}|${other}`)) {
        touching.add(`${space.name}|${other}`)
        if (i < j) open += line
      } else if (i < j) closed += line
    }
    closed += outer(polygon, centre, centres)
    return { name: space.name, centre, polygon }
  })
  let far = ''
  const index = new Map(info.spaces.map((space, at) => [space.name, at]))
  for (const { ends } of info.joints) {
    if (touching.has(`${ends[0]}|${ends[1]}`) || touching.has(`${ends[1]}|${ends[0]}`)) continue
    const [one, other] = ends.map((end) => centres[index.get(end) ?? -1])
    if (one && other) far += arc(one, other)
  }
  return framed({ form: 'map', cells, open, closed, far, joints: middles(info, centres), size: 40 })
}

/** How long a name is that is written on two lines where it can be. */
function longestLine(name: string): number {
  const parts = name.split(' ')
  if (name.length <= 13 || parts.length === 1) return name.length
  return Math.min(...parts.slice(1).map((_, at) => Math.max(parts.slice(0, at + 1).join(' ').length, parts.slice(at + 1).join(' ').length)))
}

const point = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`

/** So large that the usual neighbours are as far from each other as a label is wide. */
function scaled(places: Point[], wide: number, high: number): Point[] {
  const near = places.map(([x, y], i) =>
    Math.min(...places.map(([u, v], j) => (i === j ? Infinity : Math.hypot((u - x) / wide, ((v - y) / high) * 1.15)))),
  )
  const median = [...near].sort((one, other) => one - other)[Math.floor(near.length / 2)] || 1
  return places.map(([x, y]) => [(x / median) * 0.72, (y / median) * 0.92])
}

/** Pushes apart what lies too close, a little at a time. */
function spread(places: Point[], widths: number[], high: number): Point[] {
  const moved = places.map(([x, y]): Point => [x, y])
  for (let round = 0; round < 220; round++) {
    let still = true
    for (let i = 0; i < moved.length; i++) {
      for (let j = i + 1; j < moved.length; j++) {
        const [one, other] = [moved[i]!, moved[j]!]
        const wide = (widths[i]! + widths[j]!) / 2
        const [dx, dy] = [other[0] - one[0] || 0.01 * (j - i), other[1] - one[1] || 0.01]
        const far = Math.hypot(dx / wide, dy / high)
        if (far >= 1) continue
        const push = ((1 - far) / 2) * 0.5
        still = false
        const [px, py] = [(dx / (far || 1)) * push, (dy / (far || 1)) * push]
        one[0] -= px
        one[1] -= py
        other[0] += px
        other[1] += py
      }
    }
    if (still) break
  }
  return moved
}

/** The part of a cell that is not too far from its place: where nothing lies beyond, the coast is round. */
function around(cell: Point[] | null, centre: Point): Point[] {
  let polygon = (cell ?? []).slice(0, -1)
  const count = 16
  for (let at = 0; at < count; at++) {
    const angle = (at / count) * 2 * Math.PI
    const [nx, ny] = [Math.cos(angle), Math.sin(angle)]
    const reach = 1 / Math.hypot(nx / 76, ny / 66)
    polygon = cut(polygon, centre, nx, ny, reach)
  }
  return polygon
}

function cut(polygon: Point[], centre: Point, nx: number, ny: number, reach: number): Point[] {
  const out: Point[] = []
  const side = ([x, y]: Point) => (x - centre[0]) * nx + (y - centre[1]) * ny - reach
  polygon.forEach((one, i) => {
    const other = polygon[(i + 1) % polygon.length]!
    const [a, b] = [side(one), side(other)]
    if (a <= 0) out.push(one)
    if (a < 0 !== b < 0 && a !== b) {
      const t = a / (a - b)
      out.push([one[0] + (other[0] - one[0]) * t, one[1] + (other[1] - one[1]) * t])
    }
  })
  return out
}

const isBetween = (at: Point, one: Point, other: Point) => {
  const near = Math.hypot(at[0] - one[0], at[1] - one[1]) - Math.hypot(at[0] - other[0], at[1] - other[1])
  return Math.abs(near) < 0.6
}

/** The border that a cell has in common with a neighbour. */
function shared(polygon: Point[], centre: Point, neighbour: Point): [Point, Point] | null {
  for (let i = 0; i < polygon.length; i++) {
    const [one, other] = [polygon[i]!, polygon[(i + 1) % polygon.length]!]
    if (Math.hypot(one[0] - other[0], one[1] - other[1]) < 3) continue
    if (isBetween(one, centre, neighbour) && isBetween(other, centre, neighbour)) return [one, other]
  }
  return null
}

/** The coast of a cell: where no other begins. */
function outer(polygon: Point[], centre: Point, centres: Point[]): string {
  let path = ''
  polygon.forEach((one, i) => {
    const other = polygon[(i + 1) % polygon.length]!
    const middle: Point = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]
    const shared = centres.some((it) => it !== centre && isBetween(middle, centre, it))
    if (!shared) path += `M${point(one)}L${point(other)}`
  })
  return path
}

function arc(one: Point, other: Point): string {
  const [dx, dy] = [other[0] - one[0], other[1] - one[1]]
  const long = Math.hypot(dx, dy) || 1
  const t = Math.min(0.4, 20 / long)
  const [from, to]: [Point, Point] = [
    [one[0] + dx * t, one[1] + dy * t],
    [other[0] - dx * t, other[1] - dy * t],
  ]
  return `M${point(from)}Q${point([(one[0] + other[0]) / 2 - dy * 0.12, (one[1] + other[1]) / 2 + dx * 0.12])} ${point(to)}`
}

/** Moves everything so that it begins at 0, with a margin. */
function framed(drawn: Omit<Drawn, 'width' | 'height'>): Drawn {
  const points = drawn.cells.flatMap((cell) => (cell.polygon.length ? cell.polygon : [cell.centre]))
  const [left, top] = [Math.min(...points.map(([x]) => x)) - 8, Math.min(...points.map(([, y]) => y)) - 8]
  const [right, bottom] = [Math.max(...points.map(([x]) => x)) + 8, Math.max(...points.map(([, y]) => y)) + 8]
  const move = ([x, y]: Point): Point => [x - left, y - top]
  const shift = (path: string) =>
    path.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => point(move([Number(x), Number(y)])))
  return {
    ...drawn,
    width: right - left,
    height: bottom - top,
    cells: drawn.cells.map((cell) => ({ ...cell, centre: move(cell.centre), polygon: cell.polygon.map(move) })),
    joints: new Map([...drawn.joints].map(([name, joint]) => [name, { ...joint, at: move(joint.at) }])),
    open: shift(drawn.open),
    closed: shift(drawn.closed),
    far: shift(drawn.far),
  }
}
