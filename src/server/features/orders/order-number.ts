/** Numbers of orders: they sort by time, and nobody can tell the next one from the last. */
import type { Crypto } from '#server/platform/crypto/crypto.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const randomDigits = 8

/**
 * The time in the business time zone and eight random digits: 22 digits, which every gateway takes.
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
