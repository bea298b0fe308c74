/**
 * Which wires anybody could listen on: addresses of this machine need no encryption, all others do.
 */
import { isIP } from 'node:net'
import { Client } from 'pg'

/** Such as `localhost`, `127.0.0.1` or `[::1]`: what is sent there never leaves this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true
  return isIP(bare) === 4
    ? bare.startsWith('127.')
    : bare === '::1' || bare.startsWith('::ffff:127.')
}

/**
 * How the driver would reach a database: it is asked itself, since its reading of `sslmode` is not
 * that of other programs, and PG… variables count too. `verified`: on this machine, or by TLS with
 * the server's certificate checked. `unreadable`: it names a file that can't be read.
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

/** Who signs in by the address of a database, as the driver reads it. */
export const roleIn = (address: string): string | undefined =>
  new Client({ connectionString: address }).user
