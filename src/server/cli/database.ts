/** Command that splits the database over the machines of a Citus cluster. */
import { Nothing } from '#contract/endpoint.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import { describePlacement, distributeAtOnce, NotDistributable } from '#server/distribute-tables.ts'
import { placements } from '#server/placement.ts'
import { say, ValidationError, type Command, type CommandContext } from '#server/cli/command.ts'
import { formatTable } from '#server/cli/output.ts'

export const databaseCommands: readonly Command[] = [
  {
    name: 'database.distribute',
    summary: (lang) => say(lang, 'commands.distribute'),
    input: Nothing,
    async run(_: object, { db, by, now, lang }: CommandContext) {
      const placed = await distributeAtOnce(db, async (tx, tables) => {
        const change = { operator: by.name, action: 'database distribute', subject: 'database' }
        if (tables.length > 0) await recordChange(tx, { at: now, ...change, after: { tables } })
      }).catch((reason: unknown) => {
        throw reason instanceof NotDistributable ? new ValidationError(reason.message) : reason
      })
      const rows = placements.map((placement) => ({
        table: placement.table,
        placement: describePlacement(placement),
        now: placed.includes(placement.table) ? 'placed' : '',
      }))
      return { data: rows, lines: formatTable(rows, lang) }
    },
  },
]
