/**
 * Fills the database of DATABASE_URL with account log rows of 100 accounts, by default 5,000,000;
 * the argument sets another number. For backup drills and measurements.
 */
import { connectDatabase } from '#server/database.ts'
import { createJsonLog } from '#server/platform/log.ts'
import { readSettings } from '#server/platform/config/settings.ts'
import { insertBulkAccountLog, insertBulkOwner } from '#tests/support/server/bulk-rows.ts'

const rows = Number(process.argv[2] ?? 5_000_000)
const accounts = 100
const settings = readSettings(process.env)
const database = await connectDatabase(
  settings,
  createJsonLog(() => {}),
  () => {},
)
for (let n = 0; n < accounts; n++) {
  const owner = await insertBulkOwner(database.db, `many-${n}`, 'x')
  await insertBulkAccountLog(database.db, { ...owner, rows: rows / accounts, days: 365 })
}
await database.close()
