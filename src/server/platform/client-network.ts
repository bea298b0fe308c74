/** Client addresses and their networks, for rate limits. */
import ipaddr from 'ipaddr.js'

/**
 * Networks of an address by their prefix length, widest first. IPv6: a user gets a /64, a customer
 * a /56, a site a /48 (RFC 6177). IPv4: an address may be shared; a /24 mostly has one operator.
 */
const prefixes = {
  ipv4: [
    { bits: 24, factor: 4 },
    { bits: 32, factor: 1 },
  ],
  ipv6: [
    { bits: 48, factor: 4 },
    { bits: 56, factor: 2 },
    { bits: 64, factor: 1 },
  ],
} as const

/**
 * Canonical form of an address as proxies write it: with a port, in brackets, with a zone, or
 * IPv4-mapped. Undefined for anything else.
 */
export function parseAddress(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length > 64) return undefined
  const bare =
    /^\[([^[\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ??
    /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1] ??
    trimmed
  const address = bare.replace(/%[\w.-]+$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return address
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return undefined
  return ipaddr.process(address).toString()
}

export type ClientNetwork = { network: string; factor: 1 | 2 | 4 }

/**
 * Networks of an address, widest first. `factor` multiplies the per-user limit, since more people
 * share a wider network. A value that is not an address is its own network.
 */
export function clientNetworks(ip: string): ClientNetwork[] {
  const address = parseAddress(ip)
  if (address === undefined) return [{ network: ip, factor: 1 }]
  const parsed = ipaddr.parse(address)
  return prefixes[parsed.kind()].map(({ bits, factor }) => ({
    network: toNetwork(parsed.toByteArray(), bits),
    factor,
  }))
}

/** Whether the text is a network in CIDR notation, or a single address. */
export const isNetwork = (text: string): boolean => parseNetwork(text) !== undefined

/** Whether the address is in one of the networks; an invalid address is in none. */
export function isInNetworks(ip: string, networks: readonly string[]): boolean {
  const text = parseAddress(ip)
  if (text === undefined) return false
  const address = ipaddr.parse(text)
  return networks.some((network) => {
    const [base, bits] = parseNetwork(network) ?? []
    return (
      base !== undefined &&
      bits !== undefined &&
      base.kind() === address.kind() &&
      address.match(base, bits)
    )
  })
}

function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  const [address = '', bits, ...rest] = text.split('/')
  const parsed = parseAddress(address)
  if (parsed === undefined || parsed !== address.toLowerCase() || rest.length > 0) return undefined
  const base = ipaddr.parse(parsed)
  const maxBits = base.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [base, maxBits]
  return /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits ? [base, Number(bits)] : undefined
}

/** The one way in which `isInNetworks` reads a network; undefined for other texts. */
export function canonicalNetwork(text: string): string | undefined {
  const [address = '', bits, ...rest] = text.split('/')
  const parsed = parseAddress(address)
  if (parsed === undefined || rest.length > 0) return undefined
  const network = bits === undefined ? parsed : `${parsed}/${bits}`
  return isNetwork(network) ? network : undefined
}

/** Narrowest network: one user. */
export const userNetwork = (ip: string): string => clientNetworks(ip).at(-1)!.network

/** Widest network: one site or operator. */
export const siteNetwork = (ip: string): string => clientNetworks(ip)[0]!.network

function toNetwork(bytes: readonly number[], bits: number): string {
  const masked = bytes.map((byte, index) => (index < bits / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(masked).toString()}/${bits}`
}
