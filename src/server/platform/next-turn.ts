/** Lets other requests run between two steps of long work. */

/**
 * Resolves once the event loop has served what waits: a resolved promise alone keeps it waiting.
 */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Characters of a body above which each step of reading it takes milliseconds. */
const longBody = 200_000

/** `nextTurn` after a step that took a whole body, if the body is long. */
export const nextTurnIfLong = (text: string): Promise<void> | undefined =>
  text.length > longBody ? nextTurn() : undefined
