/** Which hosts need encryption: loopback addresses do not, all others do. */
import { isIP } from 'node:net'
import { Client } from 'pg'

/** Such as `localhost`, `127.0.0.1` or `[::1]`. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true
  return isIP(bare) === 4
    ? bare.startsWith('127.')
    : bare === '::1' || bare.startsWith('::ffff:127.')
}

/**
 * Whether the driver reaches a database securely. Asks the driver itself, since it interprets
 * `sslmode` in its own way and honours PG… variables. `verified`: on this machine, or over TLS with
 * a verified certificate. `unreadable`: the address names a file that cannot be read.
 */
export function reachesVerified(address: string): 'verified' | 'plain' | 'unreadable' {
  try {
    const { host, ssl } = new Client({ connectionString: address }) as {
      host: string
      ssl: boolean | { rejectUnauthorized?: boolean }
    }
    if (host === '' || host.startsWith('/') || isLoopback(host)) return 'verified'
    return ssl === true || (typeof ssl === 'object' && ssl.rejectUnauthorized !== false)
      ? 'verified'
      : 'plain'
  } catch {
    return 'unreadable'
  }
}

/** Role in a database address, as the driver parses it. */
export const roleIn = (address: string): string | undefined =>
  new Client({ connectionString: address }).user
