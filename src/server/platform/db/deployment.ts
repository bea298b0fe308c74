/** Marks a database permanently as demo or production, so that the modes never mix. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from './open.ts'
import { loginNames } from '../../features/accounts/lookup-tables.ts'
import { payments } from '../../features/orders/payment/table.ts'
import { sandboxBills } from '../../features/orders/payment/sandbox/table.ts'
import { oneTimeTasks } from '../../features/site/table.ts'
import { users } from '../../features/accounts/table.ts'
import { demoAccounts } from '../../seed/demo.ts'

const modes = ['demo', 'production'] as const
export type Mode = (typeof modes)[number]

/** Undefined before the first start. */
async function markOf(db: Db): Promise<Mode | undefined> {
  const [mark] = await db
    .select({ name: oneTimeTasks.name })
    .from(oneTimeTasks)
    .where(inArray(oneTimeTasks.name, [...modes]))
  return mark?.name as Mode | undefined
}

export const isProduction = async (db: Db): Promise<boolean> => (await markOf(db)) === 'production'

/**
 * Throws if the database is production's or has users that the demo did not create. The seed sets
 * the demo's mark.
 */
export async function allowDemo(db: Db): Promise<void> {
  const mark = await markOf(db)
  if (mark === 'production') throw new Error(sentences.isProduction)
  if (mark === undefined && (await db.$count(users)) > 0) throw new Error(sentences.hasUsers)
}

/**
 * Marks the database as production's; safe for concurrent starts. Throws if it contains demo data.
 * The database enforces the mark (see the migration): there is at most one, it is immutable, and in
 * production no sandbox payment can be stored.
 */
export async function openForProduction(db: Db): Promise<void> {
  if ((await markOf(db)) === undefined) {
    if (await hasDemoAccounts(db)) throw new Error(sentences.isDemo)
    if (await hasPlayMoney(db)) throw new Error(sentences.hasPlayMoney)
    await db.insert(oneTimeTasks).values({ name: 'production' }).onConflictDoNothing()
  }
  if ((await markOf(db)) !== 'production') throw new Error(sentences.isDemo)
}

const demoAddresses = Object.values(demoAccounts).filter((name) => name.includes('@'))

async function hasDemoAccounts(db: Db): Promise<boolean> {
  return (
    (await db.$count(
      loginNames,
      and(inArray(loginNames.name, demoAddresses), eq(loginNames.kind, 'email')),
    )) > 0
  )
}

async function hasPlayMoney(db: Db): Promise<boolean> {
  return (
    (await db.$count(sandboxBills)) + (await db.$count(payments, eq(payments.gateway, 'sandbox'))) >
    0
  )
}

const sentences = {
  isProduction:
    'The database serves production, and APP_MODE is not production. Set APP_MODE=production, or let DATABASE_URL or DATA_DIR lead to another database.',
  hasUsers:
    'The database has users that the demo did not create, so the demo accounts, whose password is public, are not put beside them. Set APP_MODE=production, or let DATABASE_URL or DATA_DIR lead to an empty database.',
  isDemo:
    'DATABASE_URL leads to a database with the demo accounts in it, whose password is public. Use one that was never run in demo mode: an empty one, or a backup from before.',
  hasPlayMoney:
    'DATABASE_URL leads to a database in which orders were paid at the sandbox cashier, with no money. Use one that was never run in demo mode: an empty one, or a backup from before.',
}
