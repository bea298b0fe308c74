/** Network addresses: of the server, its pages, and of the services it connects to. */
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Such as `localhost`, `127.0.0.1` or `[::1]`. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (address === 'localhost' || address.endsWith('.localhost')) return true
  return isIP(address) === 4
    ? address.startsWith('127.')
    : address === '::1' || address.startsWith('::ffff:127.')
}

/** Adds a host to an address whose host is in its query (a socket), which `URL` cannot parse. */
export const addMissingHost = (address: string): string =>
  address.replace(/^(\w+:\/\/(?:[^/@]*@)?)\//, '$1localhost/')

/** An address of a page or an API. */
export const isHttp = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)

export const maskPassword = (text: string) => text.replace(/(\/\/[^/:@]*:).*@/, '$1***@')

type SiteConfig = { publicUrl: string | undefined; host: string }

/** Address for a browser on this machine. */
export const toLocalAddress = (host: string, port: number): string =>
  `http://${isWildcard(host) ? 'localhost' : toUrlHost(host)}:${port}`

/**
 * Address for payers and vendors, without a trailing slash: the configured one, else `hostHeader`
 * (the Host header of a request), else the local network address if the server listens there.
 */
export function toSiteAddress(
  { publicUrl, host }: SiteConfig,
  port: number,
  hostHeader?: string,
): string {
  if (publicUrl) return publicUrl.replace(/\/+$/, '')
  if (hostHeader && hostPattern.test(hostHeader)) return `http://${hostHeader}`
  const found = isWildcard(host) ? findNetworkAddress() : undefined
  return found ? `http://${found}:${port}` : toLocalAddress(host, port)
}

const hostPattern = /^([\w.-]+|\[[\da-fA-F:]+\])(:\d{1,5})?$/
const isWildcard = (host: string) => host === '0.0.0.0' || host === '::'
const toUrlHost = (host: string) => (host.includes(':') ? `[${host}]` : host)

function findNetworkAddress(): string | undefined {
  const found = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return found.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
