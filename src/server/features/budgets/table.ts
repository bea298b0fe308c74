/** Table of the budgets of sub-accounts; their groups are a collection. */
import { sql } from 'drizzle-orm'
import { boolean, date, foreignKey, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { ruleFields } from '#contract/budgets.ts'
import { users } from '#server/features/accounts/table.ts'
import { collectionTables, columnsOf } from '#server/features/collections/table.ts'
import { id, quantity } from '#server/platform/db/columns.ts'
import { createFieldColumns } from '#server/platform/db/field-columns.ts'

/** The groups, as their collection declares them. */
export const subAccountGroups = collectionTables['subAccountGroups']!
export const groupColumns = columnsOf(subAccountGroups)

/** Group and own rule of a sub-account; no row: neither. */
export const subAccountBudgets = pgTable(
  'sub_account_budgets',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    groupId: id(),
    /** Whether the amounts below hold instead of those of the group. */
    hasOwnRule: boolean().notNull().default(false),
    /**
     * Counts changes of the rule that applies, also by an edit of the group, for optimistic locking;
     * null as 0.
     */
    version: integer(),
    ...createFieldColumns(ruleFields),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId] }),
    index('sub_account_budgets_by_group').on(row.ownerId, row.groupId),
    foreignKey({
      name: 'sub_account_budgets_user',
      columns: [row.ownerId, row.userId],
      foreignColumns: [users.ownerId, users.userId],
    }),
    foreignKey({
      name: 'sub_account_budgets_group',
      columns: [row.ownerId, row.groupId],
      foreignColumns: [subAccountGroups.ownerId, subAccountGroups.id],
    }),
  ],
)

export const nextVersion = sql`coalesce(${subAccountBudgets.version}, 0) + 1`

/**
 * What a sub-account was topped up with for a month, also nothing. A month without a row is still to
 * be topped up.
 */
export const budgetTopUps = pgTable(
  'budget_top_ups',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    /** First day of the month. */
    month: date({ mode: 'string' }).notNull(),
    chars: quantity().notNull().default(0),
    voices: quantity().notNull().default(0),
    images: quantity().notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId, row.month] })],
)
