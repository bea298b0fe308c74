/**
 * Fills the database of DATABASE_URL with rows of the account log, 5,000,000 unless an argument says
 * how many, of 100 accounts: for drills and measurements of backups.
 */
import { connectDatabase } from '#server/database.ts'
import { createJsonLog } from '#server/platform/log.ts'
import { readSettings } from '#server/platform/config/settings.ts'
import { insertBulkAccountLog, insertBulkOwner } from '#server/seed/bulk.ts'

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
