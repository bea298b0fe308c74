/** Table of the operators' log. */
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../platform/db/columns.ts'

/** Append-only log of changes by the operator command, with reasons. */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    operator: text().notNull(),
    /** For example `packages change`. */
    action: text().notNull(),
    /** Id or name of the changed object. */
    subject: text().notNull(),
    reason: text(),
    before: jsonb(),
    after: jsonb(),
  },
  (row) => [index('operator_log_by_age').using('brin', row.at)],
)
