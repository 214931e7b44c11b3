// Single keys, while no field has the focus.

const KEPT = 'single keys'

/** Whether letters and digits do something by themselves; who dictates or touches keys by mistake switches that off. */
export const singleKeys = () => localStorage.getItem(KEPT) !== 'off'
export const switchSingleKeys = (on: boolean) => localStorage.setItem(KEPT, on ? 'on' : 'off')

/** Collects the digits of a number up to the most that there can be, and gives it as soon as it can be no longer one. */
export class Digits {
  private typed = ''
  private wait: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly chosen: (number: number) => void) {}

  /** Whether a digit can belong to a number from 1 to `most`. */
  take(digit: string, most: number): boolean {
    const number = Number(this.typed + digit)
    clearTimeout(this.wait)
    if (number < 1 || number > most) {
      const again = this.typed !== ''
      this.typed = ''
      return again && this.take(digit, most)
    }
    this.typed = String(number)
    if (number * 10 > most) this.give()
    else this.wait = setTimeout(() => this.give(), 700)
    return true
  }

  /** Gives what was typed so far, if anything was. */
  give(): boolean {
    clearTimeout(this.wait)
    const number = Number(this.typed)
    this.typed = ''
    if (number) this.chosen(number)
    return number > 0
  }
}

export function onKeys(handler: (key: string, event: KeyboardEvent) => boolean): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as HTMLElement | null
    if (target?.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')) return
    // Enter and space press what has the focus.
    const presses = target?.closest('button, a, input, [role=button], [role=slider]')
    if (presses && (event.key === 'Enter' || event.key === ' ')) return
    if (event.key.length === 1 && !'? '.includes(event.key) && !singleKeys()) return
    if (handler(event.key, event)) event.preventDefault()
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}
