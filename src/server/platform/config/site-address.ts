/** Where the server is reached: from this machine, and by everybody else. */
import { networkInterfaces } from 'node:os'

type Where = { publicUrl: string | undefined; host: string }

/** How a browser on this machine finds a server that listens on `host`. */
export const localAddress = (host: string, port: number): string =>
  `http://${isAnywhere(host) ? 'localhost' : inUrl(host)}:${port}`

/**
 * How payers and vendors find it, without a slash at the end: by the address that is set, else by
 * what somebody `called` it, else on the local network where it listens there.
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
