/** Locks accounts with their balances, in one order, before entries are posted. */
import type { Db } from '#server/platform/db/open.ts'
import { balances } from '#server/features/ledger/table.ts'
import { lockStatement, type LockedRow } from '#server/features/ledger/statements.ts'
import { ApiError } from '#server/http/errors.ts'
import { and, eq, isNull, ne } from 'drizzle-orm'

/** Whole characters, voice units and images. */
export type QuotaAmounts = { chars: number; voices: number; images: number }
export const quotaUnits = ['chars', 'voices', 'images'] as const
export const zeroAmounts: QuotaAmounts = { chars: 0, voices: 0, images: 0 }

/** An account's balance, read under its row lock. */
export type Account = QuotaAmounts & {
  userId: string
  /** The user's name as written to the log. */
  name: string
  /** The part of `chars` reserved for running translations, and how many the user has running. */
  reserved: number
  translating: number
  expiresAt: Date | null
  isClosed: boolean
  /** The owner's low-balance threshold; null: alert disabled. */
  lowChars: number | null
}

/**
 * Row-locked accounts of one owner, valid until the transaction ends. Only locked accounts can be
 * changed.
 */
export class LockedAccounts {
  readonly ownerId: string
  private readonly accounts = new Map<string, Account>()

  constructor(ownerId: string, rows: readonly LockedRow[]) {
    this.ownerId = ownerId
    this.add(rows)
  }

  /** Adds accounts that were locked later in the same transaction. */
  add(rows: readonly LockedRow[]): void {
    for (const row of rows) this.set(toAccount(row))
  }

  /** The account, including entries posted in this transaction; undefined if deleted. */
  find(userId: string): Account | undefined {
    const account = this.accounts.get(userId)
    return account?.isClosed ? undefined : account
  }

  /** Like `find`, but throws ApiError `notFound`. */
  get(userId: string): Account {
    const account = this.find(userId)
    if (!account) throw new ApiError('notFound')
    return account
  }

  set(account: Account): void {
    this.accounts.set(account.userId, account)
  }
}

/**
 * Locks the named accounts, the main account first, then in ascending id order to prevent
 * deadlocks. Transactions that also lock other rows must lock accounts first.
 */
export async function lockAccounts(
  tx: Db,
  ownerId: string,
  userIds: readonly string[],
): Promise<LockedAccounts> {
  return new LockedAccounts(
    ownerId,
    await lockStatement(tx, { ownerId, userIds: [...new Set(userIds)] }),
  )
}

/**
 * Locks the main account and all its open sub-accounts; returns the ids of the latter.
 */
export async function lockAccountGroup(
  tx: Db,
  ownerId: string,
): Promise<{ locked: LockedAccounts; subIds: string[] }> {
  const locked = await lockAccounts(tx, ownerId, [ownerId])
  return { locked, subIds: await lockSubAccounts(tx, locked) }
}

/**
 * Locks all open sub-accounts in addition to the main account, whose lock prevents changes to any
 * of them meanwhile. Returns their ids.
 */
export async function lockSubAccounts(tx: Db, locked: LockedAccounts): Promise<string[]> {
  const { ownerId } = locked
  const open = await tx
    .select({ userId: balances.userId })
    .from(balances)
    .where(
      and(eq(balances.ownerId, ownerId), ne(balances.userId, ownerId), isNull(balances.closedAt)),
    )
  const subIds = open.map(({ userId }) => userId)
  if (subIds.length > 0) locked.add(await lockStatement(tx, { ownerId, userIds: subIds }))
  return subIds
}

/** Characters that may be spent or transferred: excludes reserved ones. */
export const spendableChars = ({ chars, reserved }: Account): number =>
  Math.max(0, chars - reserved)

/** Spendable amount per unit. */
export const spendableAmounts = (account: Account): QuotaAmounts => ({
  chars: spendableChars(account),
  voices: account.voices,
  images: account.images,
})

const toAccount = (row: LockedRow): Account => ({
  userId: row.user_id,
  name: row.name,
  chars: Number(row.chars),
  reserved: Number(row.reserved_chars),
  translating: row.translating,
  voices: Number(row.voices),
  images: Number(row.images),
  expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
  isClosed: row.closed,
  lowChars: row.low_chars === null ? null : Number(row.low_chars),
})
