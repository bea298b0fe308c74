/**
 * Scopes of collections: the rows that a caller can access, and what a change locks and announces.
 */
import { and, eq, isNull, type Column, type SQL } from 'drizzle-orm'
import type { Collection } from '#contract/collection.ts'
import type { Topic } from '#contract/topics.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import { users } from '#server/features/accounts/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { SignedCall } from '#server/http/handler.ts'
import type { Db } from '#server/platform/db/open.ts'

/** `id`: the user or the space; `0` for the account group itself. */
export type ScopeKey = { readonly ownerId: string; readonly id: string }
/** Rows of a list: those of one scope, or, without `id`, of all scopes of an account group. */
export type ListScope = { readonly ownerId: string; readonly id?: string }
type Input = Readonly<Record<string, unknown>>
type Columns = Readonly<Record<string, Column>>

export type ScopeRules = {
  /** Scope of new rows, and of a list. Throws ApiError `notFound`. */
  scopeOf(call: SignedCall, input: Input): Promise<ScopeKey>
  /** The rows of a list, where they are more than one scope. */
  listedBy?(me: CurrentUser): ListScope
  /** Condition for the rows that a caller may read and change by id. */
  accessibleRows(me: CurrentUser, columns: Columns): SQL | undefined
  /** Locks the scope while rows are added or deleted. Throws ApiError `notFound`. */
  lock?(tx: Db, scope: ScopeKey): Promise<void>
  /** Announces a change to users of other account groups. */
  announce?(call: SignedCall, scope: ScopeKey, topic: Topic): void
}

const accountGroup: ScopeRules = {
  scopeOf: ({ me }) => Promise.resolve({ ownerId: me.ownerId, id: '0' }),
  accessibleRows: (user, { ownerId }) => eq(ownerId!, user.ownerId),
}

/** Waits for a deletion of the user, so that no row is left behind. Throws ApiError `notFound`. */
export async function lockUser(tx: Db, { ownerId, id }: ScopeKey): Promise<void> {
  const [locked] = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, id), isNull(users.erasedAt)))
    .for('no key update')
  if (!locked) throw new ApiError('notFound')
}

const ownAndMain: ScopeRules = {
  scopeOf: ({ me }) => Promise.resolve({ ownerId: me.ownerId, id: me.userId }),
  listedBy: ({ ownerId, userId }) => (ownerId === userId ? { ownerId } : { ownerId, id: userId }),
  accessibleRows: (user, { ownerId, userId }) =>
    and(
      eq(ownerId!, user.ownerId),
      user.userId === user.ownerId ? undefined : eq(userId!, user.userId),
    ),
  lock: lockUser,
}

/** Name of a call as messages know it. */
export const callNameOf = ({ name }: Collection, call: string): string => `${name}.${call}`

export const ownScopes = { accountGroup, ownAndMain }
/** Rules by the name of the scope; `src/server/collections.ts` adds those of other features. */
export type Scopes = Readonly<Record<string, ScopeRules>>
