/** Which addresses the server sends webhooks to: public ones, never its own network. */
import ipaddr from 'ipaddr.js'

/** `allowsLocal`: tests and demos may send to this machine, also without TLS. */
export type AddressRules = { allowsLocal: boolean }

/**
 * Whether a webhook may have this address: https, no credentials, on port 443 or one above 1023, so
 * that the server can't be made to talk to services such as mail. Its host's network addresses are
 * checked when it is sent to.
 */
export function isAllowedUrl(text: string, { allowsLocal }: AddressRules): boolean {
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  const host = bareHost(url)
  if (allowsLocal && isLocalHost(host)) return ['http:', 'https:'].includes(url.protocol)
  const port = Number(url.port || 443)
  if (url.protocol !== 'https:' || (port !== 443 && port < 1_024)) return false
  return !isLocalHost(host) && (!ipaddr.isValid(host) || isPublicAddress(host))
}

/** Such as `localhost`, `127.0.0.1` or `::1`. */
export const isLocalHost = (host: string): boolean =>
  /(^|\.)localhost$/i.test(host) ||
  (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')

/** The host of an address without the brackets of IPv6 and the final dot of a name. */
export const bareHost = ({ hostname }: URL): string =>
  hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

/**
 * Whether an IP address is one of the internet: not private, loopback, link-local (which has the
 * metadata of clouds), shared by carriers, multicast, reserved, or an IPv6 form of an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast' || hostServices.has(address.toString())) return false
  return address.kind() === 'ipv4' || address.match(ipaddr.parseCIDR(globalUnicast))
}

/** Public in form, but answered by the host of a virtual machine: Azure's WireServer. */
const hostServices = new Set(['168.63.129.16'])

/** The part of IPv6 that is assigned to the internet (RFC 4291, 2.4). */
const globalUnicast = '2000::/3'
