/** In-memory ledger of the demo: balances and log rows with the same rules as the server's. */
import type { accountLog, balances } from '#server/features/ledger/table.ts'
import type { logCounters } from '#server/platform/db/table.ts'
import { accountLogCounter } from '#server/platform/db/running-numbers.ts'

type LedgerRow = typeof accountLog.$inferInsert
type LogType = LedgerRow['logType']
type Mode = 'char' | 'time'

/** An account's balance and the last sequence numbers of its logs. */
export type SimulatedAccount = {
  ownerId: string
  userId: string
  name: string
  chars: number
  voices: number
  images: number
  usedChars: number
  rechargedCents: number
  expiresAt: number | null
  counters: Map<string, { last: number; at: number }>
}
/**
 * `minutes`: by how much the end of a time-based membership moved; the end of a free trial moves
 * without it. `expiresAt`: the new end in Unix milliseconds.
 */
export type BalanceChange = {
  chars?: number
  voices?: number
  images?: number
  minutes?: number
  expiresAt?: number | null
}
type EntryContext = Partial<
  Omit<LedgerRow, 'ownerId' | 'userId' | 'seq' | 'typeSeq' | 'at' | 'logType'>
>
/** A main account's membership, changed by purchases and by changes of channel. */
export type Membership = { groupId: string; channelId: string; mode: Mode }

export function createAccount(ownerId: string, userId: string, name: string): SimulatedAccount {
  return {
    ownerId,
    userId,
    name,
    chars: 0,
    voices: 0,
    images: 0,
    usedChars: 0,
    rechargedCents: 0,
    expiresAt: null,
    counters: new Map(),
  }
}

/** Takes the next sequence number of one of the account's logs. */
export function takeNextSeq(account: SimulatedAccount, log: string, at: number): number {
  const last = (account.counters.get(log)?.last ?? 0) + 1
  account.counters.set(log, { last, at })
  return last
}

/** Changes a balance and returns the log row. */
export function postEntry(
  account: SimulatedAccount,
  logType: LogType,
  at: number,
  change: BalanceChange,
  context: EntryContext = {},
): LedgerRow {
  const {
    chars: beforeChars,
    voices: beforeVoices,
    images: beforeImages,
    expiresAt: beforeExpiresAt,
  } = account
  const {
    chars = 0,
    voices = 0,
    images = 0,
    minutes = 0,
    expiresAt: lastExpiresAt = beforeExpiresAt,
  } = change
  if (beforeChars + chars < 0 || beforeVoices + voices < 0 || beforeImages + images < 0)
    throw new Error(`${account.name} has not got that much.`)
  Object.assign(account, {
    chars: beforeChars + chars,
    voices: beforeVoices + voices,
    images: beforeImages + images,
    expiresAt: lastExpiresAt,
  })
  return {
    ownerId: account.ownerId,
    userId: account.userId,
    seq: takeNextSeq(account, 'account', at),
    logType,
    typeSeq: takeNextSeq(account, accountLogCounter(logType), at),
    at: new Date(at),
    charChange: chars,
    minuteChange: minutes,
    voiceChange: voices,
    imageChange: images,
    beforeChars,
    lastChars: account.chars,
    beforeVoices,
    lastVoices: account.voices,
    beforeImages,
    lastImages: account.images,
    beforeExpiresAt: beforeExpiresAt === null ? null : new Date(beforeExpiresAt),
    lastExpiresAt: lastExpiresAt === null ? null : new Date(lastExpiresAt),
    ...context,
  }
}

/** Transfers quota between two accounts: two rows with the same transfer id. */
export function postTransfer(
  from: SimulatedAccount,
  to: SimulatedAccount,
  logType: LogType,
  at: number,
  amount: BalanceChange,
  context: EntryContext & { transferId: string },
): LedgerRow[] {
  const { chars = 0, voices = 0, images = 0 } = amount
  return [
    postEntry(from, logType, at, { chars: -chars, voices: -voices, images: -images }, context),
    postEntry(to, logType, at, { chars, voices, images }, context),
  ]
}

/** `closedAt`: when the account was deleted; undefined if it wasn't. */
export function toBalanceRow(
  account: SimulatedAccount,
  closedAt: number | undefined,
): typeof balances.$inferInsert {
  const { ownerId, userId, chars, voices, images, usedChars, rechargedCents, expiresAt } = account
  const moments = {
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    closedAt: closedAt === undefined ? null : new Date(closedAt),
  }
  return { ownerId, userId, chars, voices, images, usedChars, rechargedCents, ...moments }
}

export const toCounterRows = ({
  ownerId,
  userId,
  counters,
}: SimulatedAccount): (typeof logCounters.$inferInsert)[] =>
  [...counters].map(([log, { last, at }]) => ({ ownerId, userId, log, last, at: new Date(at) }))
