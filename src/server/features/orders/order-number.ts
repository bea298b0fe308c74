/** Generates order numbers that sort by time and can't be guessed. */
import type { Crypto } from '#server/platform/crypto/crypto.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const randomDigits = 8

/**
 * Time in the business time zone plus eight random digits: 22 digits, which every gateway accepts.
 */
export function newOrderNo(
  { random }: Pick<Crypto, 'random'>,
  now: Date,
  timeZone: string,
): string {
  const time = now.toLocaleString('sv-SE', { timeZone }).replace(/\D/g, '')
  const chance = Array.from(random(24)).reduce(
    (sum, letter) => (sum * alphabet.length + alphabet.indexOf(letter)) % 10 ** randomDigits,
    0,
  )
  return time + String(chance).padStart(randomDigits, '0')
}
