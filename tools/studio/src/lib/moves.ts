// Cards that go from one place to another are seen to do so. Nothing waits for it, and where less motion is wanted nothing moves.

const THINGS = '.table [data-card], .table [data-back]'
/** Of more than so many nothing is shown: that would take its time. */
const MOST = 160
const HOW = { duration: 220, easing: 'cubic-bezier(.2,.7,.2,1)' }

interface Lay {
  thing: HTMLElement
  at: DOMRect
}
type Places = Map<string, Lay>

const nameOf = (thing: HTMLElement) => thing.dataset['card'] ?? thing.dataset['back'] ?? ''

function laid(): Places {
  const all = [...document.querySelectorAll<HTMLElement>(THINGS)].slice(0, MOST + 1)
  return new Map(all.map((thing) => [nameOf(thing), { thing, at: thing.getBoundingClientRect() }]))
}

/** Where everything lies just now. */
export function places(): Places | null {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return null
  const all = laid()
  return all.size && all.size <= MOST ? all : null
}

/** Moves everything from where it lay to where it lies; what is no longer shown goes to where `goes` says. */
export function move(before: Places | null, goes: (name: string) => Element | null) {
  if (!before) return
  const now = laid()
  for (const [name, { thing, at }] of now) {
    const was = before.get(name)?.at
    if (!was) thing.animate([{ opacity: 0 }, { opacity: 1 }], HOW)
    else if (Math.hypot(was.x - at.x, was.y - at.y) > 24) {
      thing.animate([{ translate: `${was.x - at.x}px ${was.y - at.y}px` }, { translate: '0 0' }], HOW)
    }
  }
  for (const [name, was] of before) if (!now.has(name)) leave(was, goes(name))
}

/** A likeness of what lay there goes to where it is now, and is gone. */
function leave({ thing, at }: Lay, to: Element | null) {
  const end = to?.checkVisibility() ? to.getBoundingClientRect() : null
  if (!end || !at.width) return
  const ghost = thing.cloneNode(true) as HTMLElement
  for (const name of ['data-card', 'data-back', 'aria-pressed']) ghost.removeAttribute(name)
  ghost.inert = true
  Object.assign(ghost.style, {
    position: 'fixed', left: `${at.x}px`, top: `${at.y}px`, width: `${at.width}px`, height: `${at.height}px`, margin: '0', zIndex: '9',
    pointerEvents: 'none',
  })
  document.body.append(ghost)
  const by = [end.x + end.width / 2 - at.x - at.width / 2, end.y + end.height / 2 - at.y - at.height / 2]
  const moving = ghost.animate([{ translate: '0 0', scale: '1', opacity: 1 }, { translate: `${by[0]}px ${by[1]}px`, scale: '.4', opacity: 0.3 }], HOW)
  moving.onfinish = moving.oncancel = () => ghost.remove()
}
