/**
 * What the server needs of cryptography. Node's stands in `node-crypto.ts`; where there is no Node,
 * somebody else brings it.
 */

export type Crypto = {
  /** Hex, lower case. */
  md5: (text: string) => string
  /** Hex, lower case. */
  sha256: (text: string) => string
  /** Unguessable text of so many random bytes, in base64url. */
  random: (bytes: number) => string
  /** Compares in a time that does not tell where the texts differ. */
  same: (a: string, b: string) => boolean
  /** A salted hash made slow on purpose. */
  hashPassword: (password: string) => Promise<string>
  verifyPassword: (hash: string, password: string) => Promise<boolean>
}
