// What can be chosen before a game begins.

/** What was chosen, with the keys of the options, where it is not what it is anyway. */
export const chosenOptions = (options: Record<string, string>) => Object.entries(options).filter(([, said]) => said.trim() !== '')
