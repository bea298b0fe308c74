/** Commands on the keys that SECRET_KEY has had. */
import { asc } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Nothing } from '#contract/endpoint.ts'
import { Flag, Text } from '#contract/vocabulary.ts'
import { say, ValidationError, type Command, type CommandContext } from '#server/cli/command.ts'
import { formatTable } from '#server/cli/output.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import { forgetKey } from '#server/platform/crypto/secret-keys.ts'
import { secretKeys } from '#server/platform/crypto/table.ts'
import { transaction, type Db } from '#server/platform/db/db.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

export const secretKeyCommands: readonly Command[] = [
  {
    name: 'secret-keys.list',
    summary: (lang) => say(lang, 'commands.listKeys'),
    input: Nothing,
    async run(_: object, { db, zone, lang }: CommandContext) {
      const keys = await listKeys(db)
      const rows = keys.map((key) => formatKey(key, zone))
      return { data: keys, lines: formatTable(rows, lang) }
    },
  },
  {
    name: 'secret-keys.forget',
    summary: (lang) => say(lang, 'commands.forgetKey'),
    input: z.object({ id: Text, yes: z.optional(Flag) }),
    operand: 'id',
    run: ({ id, yes }: { id: string; yes?: 0 | 1 }, context: CommandContext) =>
      transaction(context.db, async (tx) => {
        const { by, now, zone, lang } = context
        const before = await getKey(tx, id)
        if (yes) await forgetKey(tx, id, now)
        const after = await getKey(tx, id)
        const subject = `secret key ${id}`
        const change = { operator: by.name, action: 'secret-keys forget', subject, before, after }
        if (yes) await recordChange(tx, { at: now, ...change })
        const notes = [
          say(lang, 'commands.forgetNote'),
          say(lang, yes ? 'commands.done' : 'commands.unconfirmed'),
        ]
        return {
          data: { subject, before, after, done: yes === 1 },
          lines: [...formatTable([formatKey(after, zone)], lang), ...notes],
          isUnconfirmed: !yes,
        }
      }),
  },
]

/** Without what they encrypt. */
const listKeys = async (db: Db) => {
  const rows = await db.select().from(secretKeys).orderBy(asc(secretKeys.since))
  return rows.map(({ sealedHashKey: _, ...row }) => row)
}

type Key = Awaited<ReturnType<typeof listKeys>>[number]

async function getKey(db: Db, id: string): Promise<Key> {
  const found = (await listKeys(db)).find((key) => key.id === id)
  if (!found) throw new ValidationError(`There is no key with the id “${id}”.`)
  return found
}

const formatKey = (key: Key, zone: string): Record<string, string> => ({
  id: key.id,
  since: formatWireTime(key.since, zone),
  state:
    key.retiredAt === null
      ? 'current'
      : key.reencryptedAt === null
        ? 'keep as SECRET_KEY_PREVIOUS'
        : 'may be removed',
  'encrypted anew': String(key.reencrypted),
})
