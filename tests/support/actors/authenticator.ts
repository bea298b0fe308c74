/** Authenticator app independent of the product (RFC 4226, RFC 6238), and two-factor setup. */
import { createHmac } from 'node:crypto'
import { twoFactor } from '#contract/two-factor.ts'
import { password } from '#tests/support/actors/people.ts'
import type { Caller, TestServer } from '#tests/support/server/server.ts'

/** Validity of a code in milliseconds. */
export const codePeriodMs = 30_000

/** TOTP code at `at`, in Unix milliseconds. */
export function codeAt(secret: string, at: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / codePeriodMs)))
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = hash.at(-1)! & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')]
    .map((letter) => base32Alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}

export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits
    .match(/.{1,5}/g)!
    .map((fiveBits) => base32Alphabet[Number.parseInt(fiveBits.padEnd(5, '0'), 2)])
    .join('')
}

export async function enableTwoFactor(
  server: Pick<TestServer, 'now'>,
  caller: Caller,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await caller.call(twoFactor.begin, { password })).data
  const { success, data, msg } = await caller.call(twoFactor.confirm, {
    code: codeAt(secret, server.now()),
  })
  if (!success) throw new Error(msg)
  return { secret, recoveryCodes: data.recoveryCodes }
}
