// Cards that go from one place to another are seen to do so. Nothing waits for it, and where less motion is wanted nothing moves.

const THINGS = '.table [data-card], .table [data-back]'
/** Of more than so many nothing is shown: that would take its time. */
const MOST = 160
const LONG = 220

type Places = Map<string, DOMRect>

const nameOf = (thing: HTMLElement) => thing.dataset['card'] ?? thing.dataset['back'] ?? ''

/** Where everything lies just now. */
export function places(): Places | null {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return null
  const all = document.querySelectorAll<HTMLElement>(THINGS)
  return all.length && all.length <= MOST ? new Map([...all].map((thing) => [nameOf(thing), thing.getBoundingClientRect()])) : null
}

/** Moves everything from where it lay to where it lies. */
export function move(before: Places | null) {
  if (!before) return
  const all = [...document.querySelectorAll<HTMLElement>(THINGS)].slice(0, MOST)
  const now = all.map((thing) => ({ thing, at: thing.getBoundingClientRect(), was: before.get(nameOf(thing)) }))
  for (const { thing, at, was } of now) {
    const options = { duration: LONG, easing: 'cubic-bezier(.2,.7,.2,1)' }
    if (!was) thing.animate([{ opacity: 0 }, { opacity: 1 }], options)
    else if (Math.hypot(was.x - at.x, was.y - at.y) > 24) {
      thing.animate([{ translate: `${was.x - at.x}px ${was.y - at.y}px` }, { translate: '0 0' }], options)
    }
  }
}
