/** Records acts in the audit log of an account. */
import { sql } from 'drizzle-orm'
import { auditLog as collection } from '#contract/audit-log.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { displayName } from '#server/features/accounts/index.ts'
import { users } from '#server/features/accounts/table.ts'
import { collectionCounts, collectionTables } from '#server/features/collections/table.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import type { DeclaredAct } from '#server/http/audit.ts'
import { isId, type UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'

const auditLog = collectionTables[collection.name]!

const [ownerId, rowCount] = [typedPlaceholder('ownerId', 'bigint'), typedPlaceholder('rows', 'int')]
const nameOf = (id: string) =>
  sql`(select nullif(${displayName(users)}, '') from ${users} where ${users.ownerId} = ${ownerId} and ${users.userId} = ${sql.raw(id)})`

const recordStatement = prepareStatement<object>(
  'audit_record',
  sql`with counted as (
      insert into ${collectionCounts} (owner_id, collection, scope_id, rows)
      values (${ownerId}, ${sql.raw(`'${collection.name}'`)}, 0, ${rowCount})
      on conflict (owner_id, collection, scope_id) do update set rows = ${collectionCounts}.rows + ${rowCount})
    insert into ${auditLog} (owner_id, created_at, act, actor_id, actor_name, subject_id, subject_name, object, details)
    select ${ownerId}, ${typedPlaceholder('now', 'timestamptz')}, ${typedPlaceholder('act', 'text')}, actor_id,
      ${nameOf('one.actor_id')}, one.subject_id, coalesce(one.deleted_name, ${nameOf('one.subject_id')}), one.object, one.details
    from (select ${typedPlaceholder('actorId', 'bigint')} as actor_id, subject_id, deleted_name, object, details from unnest(${typedPlaceholder('ids', 'bigint[]')},
      ${typedPlaceholder('deleted', 'text[]')}, ${typedPlaceholder('names', 'text[]')}, ${typedPlaceholder('details', 'text[]')}) as named(subject_id, deleted_name, object, details)) one`,
)

/**
 * Adds the rows of an act by `me`, one for each sub-account or thing that it concerns. Call it last in
 * the transaction of the act: other acts of the account wait for the counter that it locks.
 */
export async function recordAct(
  tx: Db,
  { ownerId, userId, actor }: UserKey & Partial<Pick<CurrentUser, 'actor'>>,
  { act, subjects, objects, details, detailsOf, deletedNames }: DeclaredAct,
  now: Date,
): Promise<void> {
  const actorId = actor?.userId ?? userId
  const ids = [...new Set(subjects.map(String))].filter(isId)
  const names = objects.map((name) => name.slice(0, businessLimits.auditLog.name))
  const deleted = ids.map((id) => deletedNames?.get(id) ?? null)
  const rows = Math.max(1, ids.length, names.length)
  const detailsOfRows = Array.from({ length: rows }, (_, at) =>
    toJson(detailsOf?.get(ids[at] ?? '') ?? details),
  )
  await recordStatement(tx, {
    ownerId,
    now: now.toISOString(),
    act,
    actorId,
    rows,
    ids: padded(ids, rows),
    deleted: padded(deleted, rows),
    names: padded(names, rows),
    details: detailsOfRows,
  })
}

/** Null without any value. */
function toJson(details: Readonly<Record<string, unknown>>): string | null {
  const shown = Object.entries(details).filter(([, value]) => value !== undefined && value !== null)
  return shown.length > 0 ? JSON.stringify(Object.fromEntries(shown)) : null
}

const padded = (values: readonly (string | null)[], length: number): (string | null)[] =>
  Array.from({ length }, (_, at) => values[at] ?? null)
