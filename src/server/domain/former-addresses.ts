/**
 * E-mail addresses whose account was cancelled, for a year, as hashes: such an address may register again, but gets neither a second
 * trial nor a second reward, or anybody could have both without an end by coming and going (1.6, 9.9).
 */
import { eq, lt, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { formerAddresses } from '#server/db/schema.ts'

const year = 365 * 86_400_000

/** In any database, so that whoever compares needs nothing else. */
export const formerAddressOf = (email: string): SQL<string> =>
  sql`encode(sha256(convert_to('former address ' || lower(${email.trim()}::text), 'UTF8')), 'hex')`

export async function isFormerAddress(db: Db, email: string): Promise<boolean> {
  return (await db.$count(formerAddresses, eq(formerAddresses.hash, formerAddressOf(email)))) > 0
}

export async function sweepFormerAddresses(db: Db, now: Date): Promise<void> {
  await db.delete(formerAddresses).where(lt(formerAddresses.at, new Date(now.getTime() - year)))
}
