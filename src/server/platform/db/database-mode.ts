/** The permanent mark of a database: demo or production. */
import { inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { oneTimeTasks } from '#server/platform/db/table.ts'

const modes = ['demo', 'production'] as const
type Mode = (typeof modes)[number]

/** Undefined before the first start. */
export async function readMode(db: Db): Promise<Mode | undefined> {
  const [mark] = await db
    .select({ name: oneTimeTasks.name })
    .from(oneTimeTasks)
    .where(inArray(oneTimeTasks.name, [...modes]))
  return modes.find((mode) => mode === mark?.name)
}

export const isProduction = async (db: Db): Promise<boolean> =>
  (await readMode(db)) === 'production'
