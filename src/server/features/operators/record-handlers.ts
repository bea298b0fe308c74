/** Records that operators manage: their rules, and changes in the console or by command. */
import type { Collection } from '#contract/collection.ts'
import type { Topic } from '#contract/topics.ts'
import type { CatalogueNote, CatalogueReason } from '#locales/catalogue-refusals.ts'
import { createTooManyRowsError } from '#server/features/collections/index.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import type { OperatorCall } from '#server/features/operators/operator.ts'
import { ApiError, reasonWith, type ReasonValues } from '#server/http/errors.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import { toOffset, type Page, type PageQuery } from '#server/platform/db/page.ts'
import { lockRecords } from '#server/platform/db/advisory-locks.ts'
import type { Db } from '#server/platform/db/open.ts'

export type RecordRules<T extends object> = {
  /** States the maximum number of records, and names them in messages. */
  collection: Collection
  /** For example `packages` and `package`, as the operator log names them. */
  plural: string
  singular: string
  /** Topics of the change event: first path segments of the affected endpoints. */
  topics: readonly Topic[]
  /** All records in the order in which they are shown. */
  list: (tx: Db) => Promise<T[]>
  idOf: (record: T) => string
  /** Default values of a new record. */
  defaults: (all: readonly T[], input: Partial<T>) => Partial<T>
  /** Throws ApiError. `all`: all records after the change. */
  check: (
    tx: Db,
    change: { before: T | null; after: T | null; all: readonly T[] },
  ) => Promise<CatalogueNote[]>
  /** The part of a record that the operator log contains; by default all. */
  logged?: (record: T) => object
  save: (tx: Db, after: T) => Promise<void>
  remove: (tx: Db, record: T) => Promise<void>
}

/** Why a rule refuses a record. */
export const refusal = <K extends CatalogueReason>(key: K, values: ReasonValues[K]) =>
  new ApiError('invalid', { reason: reasonWith(key, values) })

type RecordChange<T> = { verb: string; before: T | null; after: T | null }

/**
 * Checks, saves and logs a change. Requires a transaction with `lockRecords`. Throws ApiError with
 * the reason.
 */
async function changeRecord<T extends object>(
  tx: Db,
  rules: RecordRules<T>,
  { verb, before, after }: RecordChange<T>,
  { operator, now }: { operator: string; now: Date },
): Promise<void> {
  await checkRecord(tx, rules, before, after)
  if (after) await rules.save(tx, after)
  else if (before) await rules.remove(tx, before)
  const subject = `${rules.singular} ${rules.idOf((after ?? before)!)}`
  const action = `${rules.plural} ${verb}`
  const { logged = (record: T): object => record } = rules
  await recordChange(tx, {
    at: now,
    operator,
    action,
    subject,
    before: before && logged(before),
    after: after && logged(after),
  })
}

/** Runs the rules, including the maximum number of records, without saving. Throws ApiError. */
export async function checkRecord<T extends object>(
  tx: Db,
  rules: RecordRules<T>,
  before: T | null,
  after: T | null,
): Promise<CatalogueNote[]> {
  const others = (await rules.list(tx)).filter(
    (record) => !before || rules.idOf(record) !== rules.idOf(before),
  )
  if (!before && others.length >= rules.collection.config.maxRows)
    throw createTooManyRowsError(rules.collection)
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

/** Values that may be left out. */
export type OptionalValues<I> = { [K in keyof I]?: I[K] | undefined }

type Id = string | number
type Selected = { id: Id }

/**
 * Handlers of a collection of records. `toRow` and `fromInput` translate between the table and the
 * API; values that `fromInput` leaves undefined stay as they are.
 */
export function recordHandlers<T extends object, R extends object, I extends object>(
  rules: RecordRules<T>,
  {
    toRow,
    fromInput,
  }: {
    toRow: (record: T, version: number, all: readonly T[], call: OperatorCall) => R | Promise<R>
    fromInput: (input: OptionalValues<I>) => OptionalValues<T>
  },
) {
  const { filters } = rules.collection.config
  const rowOf = (record: T, all: readonly T[], call: OperatorCall) =>
    toRow(record, computeVersion(record, call.crypto), all, call)
  /** Records whose rows have the values of the filters. */
  async function filterRecords(all: readonly T[], query: object, call: OperatorCall) {
    const active = filters.filter((key) => Reflect.get(query, key) !== undefined)
    if (active.length === 0) return all
    const rows = await Promise.all(all.map((record) => rowOf(record, all, call)))
    return all.filter((_, at) =>
      active.every((key) => Reflect.get(rows[at]!, key) === Reflect.get(query, key)),
    )
  }
  async function change(
    call: OperatorCall,
    verb: string,
    find: (tx: Db) => Promise<{ before: T | null; after: T | null }>,
  ): Promise<null> {
    const { db, me, clock, events } = call
    await lockRecords(db)
    const { before, after } = await find(db)
    const changedBy = { operator: me.name, now: clock() }
    await changeRecord(db, rules, { verb, before, after }, changedBy)
    call.afterCommit(() => events.publish({ ownerId: null, about: rules.topics }))
    return null
  }
  return {
    async page(query: PageQuery, call: OperatorCall): Promise<Page<R>> {
      const all = await rules.list(call.db)
      const matching = await filterRecords(all, query, call)
      const offset = toOffset(query)
      const shown = matching.slice(offset, offset + query.pageSize)
      return {
        total: matching.length,
        rows: await Promise.all(shown.map((record) => rowOf(record, all, call))),
      }
    },

    get: async ({ id }: Selected, call: OperatorCall): Promise<R> =>
      rowOf(await findRecord(call.db, rules, id), await rules.list(call.db), call),

    create: (input: I, call: OperatorCall): Promise<null> =>
      change(call, 'add', async (tx) => {
        const all = await rules.list(tx)
        const after = createRecord(rules, all, fromInput(input))
        if (all.some((record) => rules.idOf(record) === rules.idOf(after)))
          throw new ApiError('alreadyExists')
        return { before: null, after }
      }),

    edit: (input: OptionalValues<I> & Selected & Versioned, call: OperatorCall): Promise<null> =>
      change(call, 'change', async (tx) => {
        const before = await findRecord(tx, rules, input.id)
        if (input.version !== undefined && input.version !== computeVersion(before, call.crypto))
          throw new ApiError('changedElsewhere')
        return { before, after: { ...before, ...omitUndefined(fromInput(input)) } }
      }),

    remove: ({ id }: Selected, call: OperatorCall): Promise<null> =>
      change(call, 'delete', async (tx) => ({
        before: await findRecord(tx, rules, id),
        after: null,
      })),
  }
}

type Versioned = { version?: number | undefined }

/** A new record with its defaults. */
export const createRecord = <T extends object>(
  rules: RecordRules<T>,
  all: readonly T[],
  input: OptionalValues<T>,
): T => {
  const values: Partial<T> = omitUndefined(input)
  return { ...rules.defaults(all, values), ...values } as T
}

/** Without the keys whose value is undefined. */
export const omitUndefined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

/**
 * Hash of the content, so that it also changes with a change by command or by SQL. 48 bits, a safe
 * integer.
 */
export const computeVersion = (record: object, crypto: Pick<Crypto, 'sha256'>): number =>
  Number.parseInt(crypto.sha256(JSON.stringify(record)).slice(0, 12), 16)
