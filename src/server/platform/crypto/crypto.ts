/** Cryptography of the server: Node's is in `node-crypto.ts`, other hosts supply their own. */

export type Crypto = {
  /** Lower-case hex. */
  md5: (text: string) => string
  /** Lower-case hex. */
  sha256: (text: string) => string
  /** Cryptographically random bytes as base64url. */
  random: (bytes: number) => string
  /** Constant-time comparison. */
  same: (a: string, b: string) => boolean
  /** Salted, deliberately slow hash. */
  hashPassword: (password: string) => Promise<string>
  verifyPassword: (hash: string, password: string) => Promise<boolean>
}
