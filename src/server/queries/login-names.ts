/** The one space of all login names. */
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { loginNames } from '#server/db/schema.ts'

/** Names differ by more than upper and lower case. */
export const asLoginName = (typed: string): string => typed.toLowerCase()

export async function isFree(db: Db, typed: string): Promise<boolean> {
  const rows = await db
    .select({ name: loginNames.name })
    .from(loginNames)
    .where(eq(loginNames.name, asLoginName(typed)))
  return rows.length === 0
}
