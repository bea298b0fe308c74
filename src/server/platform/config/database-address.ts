/** Addresses of databases as the driver reads them: validation, TLS and role. */
import { Client } from 'pg'
import { isLoopback, maskPassword } from '#server/platform/config/addresses.ts'

/** As the driver parses it. */
type ParsedAddress = {
  host: string
  port: number
  user: string | undefined
  database: string | undefined
  ssl: boolean | { rejectUnauthorized?: boolean }
}

export const parseDatabaseAddress = (address: string): ParsedAddress =>
  new Client({ connectionString: address }) as unknown as ParsedAddress

/** Role in a database address. */
export const parseRole = (address: string): string | undefined => parseDatabaseAddress(address).user

const sslModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']
const sslMode = /([?&]sslmode=)([^&#]*)/

/**
 * The driver verifies certificates with `prefer`, `require` and `verify-ca` as with `verify-full`,
 * and warns in several lines that its next version will not. The address says what happens.
 */
export const nameSslMode = (address: string): string =>
  /[?&]uselibpqcompat=true/.test(address)
    ? address
    : address.replace(sslMode, (text, start: string, mode: string) =>
        ['prefer', 'require', 'verify-ca'].includes(mode) ? `${start}verify-full` : text,
      )

/** A sentence if the driver cannot use the address. */
export function findAddressProblem(name: string, address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const mode = sslMode.exec(address)?.[2]
  if (mode !== undefined && !sslModes.includes(mode))
    return `${name} says sslmode=${mode}, which does not exist. Set it to verify-full, to disable, or to no-verify for TLS without a check of the certificate.`
  try {
    const { port } = parseDatabaseAddress(address)
    return port > 0 && port < 65_536
      ? undefined
      : `${name} is “${maskPassword(address)}”, whose port is none. Set it to a number from 1 to 65535.`
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException
    return path === undefined
      ? `${name} is “${maskPassword(address)}”, which the driver can’t use (${message}).`
      : `${name} names the file ${path}, which can’t be read (${code}). Check sslrootcert, sslcert and sslkey.`
  }
}

/**
 * Whether the driver connects to a database securely: `verified` on this machine, or over TLS with
 * a verified certificate. The driver also honours the variables PG….
 */
export function checkDatabaseTls(address: string): 'verified' | 'plain' {
  const { host, ssl } = parseDatabaseAddress(address)
  if (host === '' || host.startsWith('/') || isLoopback(host)) return 'verified'
  return ssl === true || (typeof ssl === 'object' && ssl.rejectUnauthorized !== false)
    ? 'verified'
    : 'plain'
}
