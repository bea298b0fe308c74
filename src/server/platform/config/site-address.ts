/** Addresses of the server: on this machine and for everyone else. */
import { networkInterfaces } from 'node:os'

type Where = { publicUrl: string | undefined; host: string }

/** Address for a browser on this machine. */
export const localAddress = (host: string, port: number): string =>
  `http://${isAnywhere(host) ? 'localhost' : inUrl(host)}:${port}`

/**
 * Address for payers and vendors, without a trailing slash: the configured one, else `called` (the
 * Host header of a request), else the local network address if the server listens there.
 */
export function siteAddress({ publicUrl, host }: Where, port: number, called?: string): string {
  if (publicUrl) return publicUrl.replace(/\/+$/, '')
  if (called && isHost.test(called)) return `http://${called}`
  const found = isAnywhere(host) ? addressInNetwork() : undefined
  return found ? `http://${found}:${port}` : localAddress(host, port)
}

const isHost = /^([\w.-]+|\[[\da-fA-F:]+\])(:\d{1,5})?$/
const isAnywhere = (host: string) => host === '0.0.0.0' || host === '::'
const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

function addressInNetwork(): string | undefined {
  const found = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return found.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
