// How large a board is drawn: whole, or so much larger that it is scrolled.

/** How many times as large as the whole board in its frame. */
export const STEPS = [1, 1.4, 2, 2.8, 4]
/** Names are as large as this where there is room for it, in pixels. */
const READABLE = 10.5
/** Below this size of its names, a board is not shown whole at first. */
const SMALLEST = 7.7
/** The size of names in the units of a drawing. */
const DRAWN = 11.5

export interface Frame {
  width: number
  height: number
}

/** By what a drawing is multiplied so that all of it is seen. */
export const fitted = (drawn: Frame, frame: Frame) => Math.min(frame.width / drawn.width, frame.height / drawn.height) || 1

/** How much larger than drawn names are written: until they can be read, or as far as there is room. */
export const grown = (scale: number, most: number) => Math.max(1, Math.min(most, READABLE / (DRAWN * scale)))

/** How large a board is at first: whole; where its names would be too small, as high as its frame, or as they need. */
export function atFirst(drawn: Frame, frame: Frame, most: number): number {
  const whole = fitted(drawn, frame)
  if (DRAWN * whole * grown(whole, most) >= SMALLEST) return 1
  const needed = Math.max(frame.height / drawn.height, SMALLEST / (DRAWN * most))
  return Math.max(1, Math.min(STEPS.at(-1)!, needed / whole))
}

/** The next step that is larger or smaller. */
export function step(zoom: number, by: 1 | -1): number {
  const next = by > 0 ? STEPS.find((it) => it > zoom + 0.01) : STEPS.findLast((it) => it < zoom - 0.01)
  return next ?? (by > 0 ? STEPS.at(-1)! : 1)
}
