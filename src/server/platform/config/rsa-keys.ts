/** Reads RSA keys: PEM in one line or many, bare base64, or the path of a file with either. */
import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Undefined for anything but a private RSA key. */
export function privateKeyIn(text: string): KeyObject | undefined {
  return first(text, [
    (pem) => createPrivateKey(pem),
    (bare) => createPrivateKey({ key: bytes(bare), format: 'der', type: 'pkcs8' }),
    (bare) => createPrivateKey({ key: bytes(bare), format: 'der', type: 'pkcs1' }),
  ])
}

/** From a public key or a certificate; undefined for anything else, a private key included. */
export function publicKeyIn(text: string): KeyObject | undefined {
  if (isPrivate(text)) return undefined
  return first(text, [
    (pem) => createPublicKey(pem),
    (bare) => createPublicKey({ key: bytes(bare), format: 'der', type: 'spki' }),
    (bare) => createPublicKey({ key: bytes(bare), format: 'der', type: 'pkcs1' }),
  ])
}

/** Serial number of a certificate, in capital hex digits. */
export function serialIn(text: string): string | undefined {
  return attempt(() => new X509Certificate(contents(text)).serialNumber)
}

type Reader = (text: string) => KeyObject

function first(text: string, readers: readonly Reader[]): KeyObject | undefined {
  const result = attempt(() => contents(text)) ?? ''
  for (const read of readers) {
    const key = attempt(() => read(result))
    if (key?.asymmetricKeyType === 'rsa') return key
  }
  return undefined
}

/** Base64 keys begin with M and PEM with a dash; anything else is a path. */
function contents(text: string): string {
  const result = /^(-----|M[\w+/=\s]+$)/.test(text.trim()) ? text : readFileSync(text, 'utf8')
  return result.trim().replaceAll('\\n', '\n')
}

const bytes = (bare: string) => Buffer.from(bare.replace(/\s/g, ''), 'base64')
const isPrivate = (text: string) => privateKeyIn(text) !== undefined

function attempt<T>(what: () => T): T | undefined {
  try {
    return what()
  } catch {
    return undefined
  }
}
