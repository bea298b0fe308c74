/** Handlers of the calls of a collection. */
import { and, inArray, sql } from 'drizzle-orm'
import type { Collection } from '#contract/collection.ts'
import type { ImportResult } from '#contract/collection-calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { topicOf, type Topic } from '#contract/topics.ts'
import { checkRows, refuseTooMany } from '#server/features/collections/import.ts'
import { readCollectionPage, findRow, type Row } from '#server/features/collections/queries.ts'
import type { ScopeKey, ScopeRules } from '#server/features/collections/scopes.ts'
import {
  addRows,
  toColumnValues,
  deleteRows,
  editRow,
  lockDependents,
  lockRows,
} from '#server/features/collections/change-rows.ts'
import { lockCounter } from '#server/features/collections/counters.ts'
import { columnsOf, scopeColumnOf, type Stored } from '#server/features/collections/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import type { HandlerFor, SignedCall } from '#server/http/handler.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'

type Id = string | number

type Chosen = { id?: Id | null | undefined; ids?: Id[] | null | undefined }
const listChosenIds = ({ id, ids }: Chosen): Id[] => [
  ...(id === null || id === undefined ? [] : [id]),
  ...(ids ?? []),
]

type HandlersOf<C> = {
  readonly [N in keyof C]: C[N] extends Endpoint ? HandlerFor<C[N], CurrentUser> : never
}

/** Values of the computed columns, for each of the rows of a page. */
export type ComputeColumns<R = Row, C = Row> = (
  rows: readonly R[],
  call: SignedCall,
) => readonly C[] | Promise<readonly C[]>

/** Handlers of all calls; `src/server/handlers.ts` may replace some of them. */
export function createCollectionHandlers<T extends Collection>(
  stored: Stored,
  rules: ScopeRules,
  compute?: ComputeColumns,
): HandlersOf<T['calls']> {
  const { collection, table } = stored
  const columns = columnsOf(table)
  const scopeColumn = scopeColumnOf(collection)
  const topic = topicOf(collection.calls['page']!) as Topic
  const zoneOf = ({ settings }: SignedCall) => settings.timeZone
  const isAccessible = ({ me }: SignedCall, ids: readonly Id[]) =>
    and(rules.accessibleRows(me, columns), inArray(table.id, ids.map(String)))

  /** Adds the computed columns. */
  async function complete(rows: readonly Row[], call: SignedCall) {
    const computed = await compute?.(rows, call)
    return computed ? rows.map((row, at) => ({ ...row, ...computed[at] })) : rows
  }

  /** Names of the rows, if the audit log records their removal. */
  async function readTitles(tx: Db, call: SignedCall, ids: readonly Id[]): Promise<string[]> {
    const { audit, title } = collection.config
    if (audit.remove === undefined) return []
    const found = await tx
      .select({ title: sql<string>`${columns[title]!}` })
      .from(table)
      .where(isAccessible(call, ids))
    return found.map((row) => row.title)
  }

  /** Ids of accessible rows by scope, sorted, so that all calls lock them in the same order. */
  async function groupByScope(call: SignedCall, db: Db, ids: readonly Id[]) {
    const found = await db
      .select({
        ownerId: table.ownerId,
        id: table.id,
        ...(scopeColumn === undefined ? {} : { scopeId: columns[scopeColumn]! }),
      })
      .from(table)
      .where(isAccessible(call, ids))
    if (found.length === 0) throw new ApiError('notFound')
    const scopes = new Map<string, { scope: ScopeKey; ids: string[] }>()
    for (const row of found as { ownerId: string; id: string; scopeId?: string }[]) {
      const scope = { ownerId: row.ownerId, id: row.scopeId ?? '0' }
      const key = `${scope.ownerId} ${scope.id}`
      const group = scopes.get(key) ?? { scope, ids: [] }
      scopes.set(key, group)
      group.ids.push(row.id)
    }
    return [...scopes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
  }

  /**
   * Deletes rows scope by scope. Ignores ids that are unknown, inaccessible or deleted by another call
   * meanwhile; throws ApiError `notFound` if none is left.
   */
  async function removeRows(call: SignedCall, tx: Db, requested: readonly Id[]): Promise<void> {
    let hasChanged = false
    for (const group of await groupByScope(call, tx, requested)) {
      const { scope } = group
      await rules.lock?.(tx, scope)
      await lockCounter(tx, stored, scope)
      await lockDependents(tx, stored, scope, group.ids)
      const ids = await lockRows(tx, stored, scope, group.ids)
      if (ids.length === 0) continue
      hasChanged = true
      await deleteRows(tx, stored, scope, ids)
      rules.announce?.(call, scope, topic)
    }
    if (!hasChanged) throw new ApiError('notFound')
  }

  const handlers = {
    async page(query: Parameters<typeof readCollectionPage>[3], call: SignedCall) {
      const scope = rules.listedBy?.(call.me) ?? (await rules.scopeOf(call, query))
      const page = await readCollectionPage(call.db, stored, scope, query, zoneOf(call))
      return { ...page, rows: await complete(page.rows, call) }
    },

    async get({ id }: { id: Id }, call: SignedCall) {
      const found = await findRow(call.db, stored, isAccessible(call, [id]), zoneOf(call))
      if (!found) throw new ApiError('notFound')
      return (await complete([found], call))[0]
    },

    async create(input: Row, call: SignedCall) {
      const scope = await rules.scopeOf(call, input)
      const rows = [toColumnValues(collection, input, zoneOf(call))]
      await rules.lock?.(call.db, scope)
      await addRows(call.db, stored, scope, rows, call.clock())
      rules.announce?.(call, scope, topic)
      return null
    },

    async edit({ id, version, ...input }: Row & { id: Id; version?: number }, call: SignedCall) {
      const [found] = await groupByScope(call, call.db, [id])
      const { scope } = found!
      const ids = await lockRows(call.db, stored, scope, found!.ids)
      if (ids.length === 0) throw new ApiError('notFound')
      const { fixed } = collection.config
      const values = Object.entries(toColumnValues(collection, input, zoneOf(call)))
      const row: Row = Object.fromEntries(values.filter(([key]) => !fixed.includes(key)))
      await editRow(call.db, stored, scope, ids[0]!, row, version)
      rules.announce?.(call, scope, topic)
      return null
    },

    async remove(chosen: Chosen, call: SignedCall) {
      await transaction(call.db, async (tx) => {
        const ids = listChosenIds(chosen)
        const objects = await readTitles(tx, call, ids)
        await removeRows(call, tx, ids)
        await call.audit(tx, { objects })
      })
      return null
    },

    async import(input: { rows: Row[]; validateOnly?: boolean } & Row, call: SignedCall) {
      const scope = await rules.scopeOf(call, input)
      await refuseTooMany(call.db, stored, scope, input.rows.length)
      const { rows, errors, unchecked } = await checkRows(call, stored, scope, input.rows)
      const result: ImportResult = { imported: 0, errors: [...errors] }
      if (unchecked > 0) result.unchecked = unchecked
      if (errors.length > 0 || input.validateOnly) return result
      await rules.lock?.(call.db, scope)
      await addRows(call.db, stored, scope, rows, call.clock())
      rules.announce?.(call, scope, topic)
      await call.audit(call.db, { details: { imported: rows.length } })
      return { imported: rows.length, errors: [] }
    },
  }
  const declared = Object.entries(handlers).filter(([name]) => collection.calls[name])
  return Object.fromEntries(declared) as unknown as HandlersOf<T['calls']>
}
