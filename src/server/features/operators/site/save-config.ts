/** Stores a configuration record of the site. */
import { configRecords } from '#server/features/site/table.ts'
import type { Db } from '#server/platform/db/open.ts'

export async function saveConfig(tx: Db, id: string, value: unknown): Promise<void> {
  const record = { value, updatedAt: new Date() }
  await tx
    .insert(configRecords)
    .values({ id, ...record })
    .onConflictDoUpdate({ target: configRecords.id, set: record })
}
