/** Which spaces somebody reaches, and what they may do there. A space out of reach is answered as one that is missing. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { output } from 'zod/mini'
import type { SpaceRole } from '#contract/spaces.ts'
import type { Db } from '#server/db/open.ts'
import type { Who } from '#server/db/running-numbers.ts'
import { spaceMembers, spaces } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'

export type Role = output<typeof SpaceRole>
/** A space as one of those who reach it sees it. */
export type Reached = { ownerId: string; id: string; userId: string; name: string; contacts: number; role: Role }

type Id = string | number

/** Pairs of owner and id: those one has joined or owns, and for a main account all of its family. */
export function reachOf({ ownerId, userId }: Who, spaceId?: Id): SQL {
  const only = spaceId === undefined ? undefined : String(spaceId)
  const joined = and(
    eq(spaceMembers.ownerId, ownerId),
    eq(spaceMembers.userId, userId),
    only === undefined ? undefined : eq(spaceMembers.spaceId, only),
  )
  const mine = sql`select ${spaceMembers.spaceOwnerId}, ${spaceMembers.spaceId} from ${spaceMembers} where ${joined}`
  if (ownerId !== userId) return sql`(${mine})`
  const familys = and(eq(spaces.ownerId, ownerId), only === undefined ? undefined : eq(spaces.id, only))
  return sql`(${mine} union select ${spaces.ownerId}, ${spaces.id} from ${spaces} where ${familys})`
}

export const isReached = (who: Who, spaceId?: Id): SQL => sql`(${spaces.ownerId}, ${spaces.id}) in ${reachOf(who, spaceId)}`

/** The owner first of all; a main account is more than a member in its family's spaces. */
export const roleOf = ({ ownerId, userId }: Who): SQL<Role> =>
  sql`case when ${eq(spaces.userId, userId)} then 'owner' when ${ownerId === userId} and ${eq(spaces.ownerId, ownerId)} then 'main' else 'member' end`

/** Throws Refusal `notFound`. */
export async function reach(db: Db, who: Who, spaceId: Id): Promise<Reached> {
  const { ownerId, id, userId, name, contacts } = spaces
  const [found] = await db
    .select({ ownerId, id, userId, name, contacts, role: roleOf(who) })
    .from(spaces)
    .where(isReached(who, spaceId))
  if (!found) throw new Refusal('notFound')
  return found
}

/** For what only the owner and the owner's main account may do. Throws Refusal `notFound`, or `notAllowed` for other members. */
export async function reachAsHost(db: Db, who: Who, spaceId: Id): Promise<Reached> {
  const found = await reach(db, who, spaceId)
  if (found.role === 'member') throw new Refusal('notAllowed')
  return found
}

/** Holds a space until the transaction ends, so that it can't go meanwhile. Throws Refusal `notFound` when it has gone. */
export async function hold(tx: Db, { ownerId, id }: Pick<Reached, 'ownerId' | 'id'>): Promise<{ contacts: number }> {
  const [held] = await tx
    .select({ contacts: spaces.contacts })
    .from(spaces)
    .where(and(eq(spaces.ownerId, ownerId), eq(spaces.id, id)))
    .for('update')
  if (!held) throw new Refusal('notFound')
  return held
}
