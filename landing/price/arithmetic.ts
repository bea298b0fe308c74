/** How far characters go: the sums of the calculator. */

/** What the calculator starts with: characters of a message, messages of a day. */
export const typical = { length: 20, perDay: 200 } as const

/** Days that a monthly plan lasts (9.6). */
const month = 30

/** Whole messages that so many characters make. */
export const messagesIn = (characters: number, length: number): number =>
  Math.floor(characters / Math.max(1, length))

/** Whole days that so many characters last. */
export const daysOf = (characters: number, length: number, perDay: number): number =>
  Math.floor(characters / Math.max(1, length * perDay))

/** Characters that a month takes. */
export const monthOf = (length: number, perDay: number): number => month * length * perDay

/** Cents that a month takes of a package of so many characters, rounded up. */
export const costOfMonth = (
  cents: number,
  characters: number,
  length: number,
  perDay: number,
): number => Math.ceil((cents * monthOf(length, perDay)) / Math.max(1, characters))

/** Cents that a month takes of a plan of so many minutes, rounded up. */
export const costOfMonthByTime = (cents: number, minutes: number): number =>
  Math.ceil((cents * month * 24 * 60) / Math.max(1, minutes))
