/** Names that nobody else has come upon. */

/**
 * 128 random bits in hexadecimal; without `crypto.randomUUID`, which plain http on the local
 * network does not have.
 */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
