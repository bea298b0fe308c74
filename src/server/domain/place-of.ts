/** From where somebody comes, as far as holding them off goes. */
import { networkOf } from '#server/domain/mailbox-of.ts'

/** An IPv6 line has 2^64 addresses and may come from another with every request (RFC 8981), so its network counts; an IPv4 address counts itself. */
export const placeOf = (ip: string): string => (ip.includes(':') ? networkOf(ip) : ip)
