/** Collections of the operators: all share the rows, and every change is in their log. */
import { eq } from 'drizzle-orm'
import type { RowChange, ScopeRules } from '#server/features/collections/index.ts'
import { operatorOwnerId, type Operator } from '#server/features/operators/operator.ts'
import { recordChanges } from '#server/features/operators/record-change.ts'

/** Verbs of the log, as those of other changes. */
const verbs = {
  create: 'add',
  edit: 'change',
  remove: 'delete',
  import: 'import',
  restore: 'restore',
} as const

export const operatorScope: ScopeRules<Operator> = {
  scopeOf: () => Promise.resolve({ ownerId: operatorOwnerId, id: '0' }),
  accessibleRows: (_, { ownerId }) => eq(ownerId!, operatorOwnerId),
  log: (tx, { me, clock }, name, action, changes) =>
    recordChanges(
      tx,
      changes.map(({ id, before, after }: RowChange) => ({
        at: clock(),
        operator: me.name,
        action: `${name} ${verbs[action]}`,
        subject: `${name} ${id}`,
        before: before && omitVersion(before),
        after: after && omitVersion(after),
      })),
    ),
}

const omitVersion = ({ version: _, ...values }: Readonly<Record<string, unknown>>) => values
