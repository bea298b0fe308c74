/** Records that operators manage: their rules, and changes of them by screen or command. */
import { sql } from 'drizzle-orm'
import type { Topic } from '#contract/topics.ts'
import type { CatalogueNote } from '#locales/catalogue-refusals.ts'
import { recordChange } from '#server/features/operators/service.ts'
import { ApiError } from '#server/http/errors.ts'
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts'
import type { Db } from '#server/platform/db/open.ts'

export type RecordRules<T extends object> = {
  /** For example `packages` and `package`, as the operator log names them. */
  plural: string
  singular: string
  /** Topics of the change event: first path segments of the affected endpoints. */
  topics: readonly Topic[]
  /** All records in the order in which they are shown. */
  list: (tx: Db) => Promise<T[]>
  idOf: (record: T) => string
  /** Values of a new record that its operator left out. */
  defaults: (all: readonly T[], given: Partial<T>) => Partial<T>
  /** Throws ApiError. `all`: all records after the change. */
  check: (
    tx: Db,
    change: { before: T | null; after: T | null; all: readonly T[] },
  ) => Promise<CatalogueNote[]>
  save: (tx: Db, after: T) => Promise<void>
  remove: (tx: Db, record: T) => Promise<void>
}

/** Serialises changes by operators, because their rules read other records. */
export const lockRecords = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.operatorCommand})`)

type RecordChange<T> = { verb: string; before: T | null; after: T | null }

/**
 * Checks, saves and logs a change. Requires a transaction with `lockRecords`. Throws ApiError with
 * the reason.
 */
export async function changeRecord<T extends object>(
  tx: Db,
  rules: RecordRules<T>,
  { verb, before, after }: RecordChange<T>,
  { operator, now }: { operator: string; now: Date },
): Promise<CatalogueNote[]> {
  const notes = await checkRecord(tx, rules, before, after)
  if (after) await rules.save(tx, after)
  else if (before) await rules.remove(tx, before)
  const subject = `${rules.singular} ${rules.idOf((after ?? before)!)}`
  const action = `${rules.plural} ${verb}`
  await recordChange(tx, { at: now, operator, action, subject, before, after })
  return notes
}

/** Runs the rules without saving. Throws ApiError with the reason. */
export async function checkRecord<T extends object>(
  tx: Db,
  rules: RecordRules<T>,
  before: T | null,
  after: T | null,
): Promise<CatalogueNote[]> {
  const others = (await rules.list(tx)).filter(
    (record) => !before || rules.idOf(record) !== rules.idOf(before),
  )
  return rules.check(tx, { before, after, all: after ? [...others, after] : others })
}

/** Throws ApiError `notFound`. */
export async function findRecord<T extends object>(
  tx: Db,
  rules: RecordRules<T>,
  id: string | number,
): Promise<T> {
  const found = (await rules.list(tx)).find((record) => rules.idOf(record) === String(id))
  if (!found) throw new ApiError('notFound')
  return found
}

/** The position after the last. */
export const nextPosition = (all: readonly { position: number }[]): number =>
  Math.max(0, ...all.map(({ position }) => position)) + 1

/** The id after the highest. */
export const nextId = (all: readonly { id: string | number }[]): number =>
  Math.max(0, ...all.map(({ id }) => Number(id))) + 1
