/** Log of operator changes: written with each change, listed by a command. */
import { desc } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { operatorLog } from '#server/platform/db/schema.ts'
import type { Command } from '#server/cli/command.ts'
import { count } from '#server/cli/values.ts'
import { wireTimeOf } from '#server/platform/db/wire-time.ts'

export async function writeDown(tx: Db, done: typeof operatorLog.$inferInsert): Promise<void> {
  await tx.insert(operatorLog).values(done)
}

const usual = 20

export const history: Command = {
  name: 'history list',
  summary: 'Lists the changes made with this command, newest first.',
  options: { last: { takes: 'number', says: `how many; default ${usual}` } },
  async run(tx, { options, zone }) {
    const last = options['last'] === undefined ? usual : count(10_000)(options['last'], 'last')
    const rows = await tx.select().from(operatorLog).orderBy(desc(operatorLog.id)).limit(last)
    return {
      kind: 'list',
      rows: rows.map((row) => ({
        row,
        text: {
          at: wireTimeOf(row.at, zone),
          operator: row.operator,
          action: row.action,
          subject: row.subject,
          reason: row.reason ?? '',
        },
      })),
    }
  },
}
