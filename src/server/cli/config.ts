/** Commands on configuration records, all of which are public. */
import { asc, eq } from 'drizzle-orm'
import { configRecords } from '#server/platform/db/schema.ts'
import { ValidationError } from '#server/cli/command.ts'
import { downloadsId, refuseBadDownloads } from '#server/cli/downloads.ts'
import type { Thing } from '#server/cli/crud-commands.ts'
import { json } from '#server/cli/values.ts'

type Kept = { id: string; value: unknown }

const max = { id: 64, bytes: 200_000, shown: 200 }

export const config: Thing<Kept> = {
  many: 'config',
  one: 'record',
  summary: 'configuration records, which are public',
  about: ['dataCus'],
  named: true,
  fields: {
    value: {
      key: 'value',
      read: json,
      needed: true,
      takes: 'json|@file',
      says: 'JSON, or @ and the name of a JSON file',
    },
  },
  list: (tx) =>
    tx
      .select({ id: configRecords.id, value: configRecords.value })
      .from(configRecords)
      .orderBy(asc(configRecords.id)),
  fresh: () => ({}),
  idOf: ({ id }) => id,
  async check(_, { after }) {
    if (!after) return []
    if (!/^\w+$/.test(after.id) || after.id.length > max.id)
      throw new ValidationError(
        `“${after.id}” can’t be the id of a record: it must be ${max.id} letters, digits and underscores at most.`,
      )
    if (JSON.stringify(after.value).length > max.bytes)
      throw new ValidationError(`The value is longer than ${max.bytes / 1_000} kB.`)
    if (after.id === downloadsId) refuseBadDownloads(after.value)
    return []
  },
  movesMoney: () => false,
  async save(tx, { id, value }) {
    const record = { value, updatedAt: new Date() }
    await tx
      .insert(configRecords)
      .values({ id, ...record })
      .onConflictDoUpdate({ target: configRecords.id, set: record })
  },
  async remove(tx, { id }) {
    await tx.delete(configRecords).where(eq(configRecords.id, id))
  },
  text({ id, value }) {
    const content = JSON.stringify(value)
    return { id, value: content.length > max.shown ? `${content.slice(0, max.shown)}…` : content }
  },
}
