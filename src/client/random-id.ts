/** Random identifiers. */
import { toHex } from '#client/hex.ts'

/** 128 random bits in hexadecimal. `crypto.randomUUID` is unavailable over plain HTTP. */
export const randomId = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)))
