// What can be chosen before a game begins.

import type { OptionInfo } from './types'

/** What an option can be: words, numbers from one to another, or what the server says in words alone. */
export type Choices = { words: string[] } | { from: number; to: number } | null

export function choicesOf(option: OptionInfo): Choices {
  const range = /^(-?\d+) to (-?\d+)$/.exec(option.choices)
  if (range) return { from: Number(range[1]), to: Number(range[2]) }
  const words = option.choices.split(' or ')
  // The default is one of them, unless a word was cut in two.
  return words.length > 1 && words.includes(option.default) ? { words } : null
}

/** What was chosen, with the keys of the options, where it is not what it is anyway. */
export const chosenOptions = (options: Record<string, string>) => Object.entries(options).filter(([, said]) => said.trim() !== '')
