/** Commands on the keys that SECRET_KEY has had. */
import { recordChange } from '#server/features/operators/service.ts'
import { asc, eq } from 'drizzle-orm'
import { secretKeys } from '#server/platform/crypto/table.ts'
import { forgetKey } from '#server/platform/crypto/secret-keys.ts'
import {
  ValidationError,
  formatInteger,
  type Command,
  type OutputRow,
} from '#server/cli/command.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

type SecretKey = typeof secretKeys.$inferSelect

const list: Command = {
  name: 'secret-keys list',
  summary: 'Lists the ids of SECRET_KEY and of former keys, and whether these are still needed.',
  async run(tx, { zone }) {
    const rows = await tx.select().from(secretKeys).orderBy(asc(secretKeys.since))
    return { kind: 'list', rows: rows.map((row) => formatKey(row, zone)) }
  },
}

const forget: Command = {
  name: 'secret-keys forget',
  operand: 'id',
  summary:
    'Gives up a lost key, so that the server starts with another one. What it encrypted stays unreadable.',
  async run(tx, { operand = '', operator, now, zone }) {
    const findKey = async () =>
      (await tx.select().from(secretKeys).where(eq(secretKeys.id, operand)))[0]
    const before = await findKey()
    if (!before) throw new ValidationError(`There is no key with the id “${operand}”.`)
    await forgetKey(tx, operand, now)
    const after = (await findKey())!
    const subject = `secret key ${operand}`
    await recordChange(tx, {
      at: now,
      operator: operator.name,
      action: forget.name,
      subject,
      before: { ...before, sealedHashKey: null },
      after: { ...after, sealedHashKey: null },
    })
    return {
      kind: 'change',
      subject,
      before: formatKey(before, zone),
      after: formatKey(after, zone),
      changed: { ownerId: null, about: [] },
      notes: [
        'Users whose two-factor secret this key encrypted cannot sign in until two-factor remove.',
      ],
      needsConfirmation: true,
    }
  },
}

export const secretKeyCommands: readonly Command[] = [list, forget]

function formatKey(row: SecretKey, zone: string): OutputRow {
  const { sealedHashKey: _, ...visible } = row
  return {
    row: visible,
    text: {
      id: row.id,
      since: formatWireTime(row.since, zone),
      state:
        row.retiredAt === null
          ? 'current'
          : row.reencryptedAt === null
            ? 'keep as SECRET_KEY_PREVIOUS'
            : 'may be removed',
      'encrypted anew': formatInteger(row.reencrypted),
    },
  }
}
