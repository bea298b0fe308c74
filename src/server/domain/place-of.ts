/** From where somebody comes, as far as holding them off goes. */

/** An IPv6 line has 2^64 addresses and may come from another with every request (RFC 8981), so its network counts; an IPv4 address counts itself. */
export const placeOf = (ip: string): string => (ip.includes(':') ? networkOf(ip) : ip)

/** The network that an address belongs to, of those that one provider gives to one customer or to a few: an IPv4 /24, an IPv6 /64. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip.split('.').slice(0, 3).join('.')
  const [head = '', tail] = ip.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
