/** Converts between fen and yuan as decimal text, without floating-point arithmetic. */

/** 1990 fen is “19.90”. Throws RangeError for an invalid amount. */
export function yuanOf(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0)
    throw new RangeError(`${cents} is no amount of fen`)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** “19.9”, “19.90” and 19.9 are 1990 fen. Undefined for an invalid amount or fractions of a fen. */
export function centsOf(yuan: string | number): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(String(yuan)) ?? []
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, '0'))
}
