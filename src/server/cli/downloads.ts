/** Commands on the download list, which is a single configuration record. */
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/open.ts'
import { configRecords } from '#server/platform/db/schema.ts'
import { ValidationError } from '#server/cli/command.ts'
import type { Thing } from '#server/cli/crud-commands.ts'
import { count, text, webAddress } from '#server/cli/values.ts'

export const downloadsId = 'SOFT_DOWNLOAD_CONFIG'

const Download = z.looseObject({
  id: z.int(),
  label: z.string(),
  enLabel: z.string(),
  version: z.string(),
  val: z.string(),
  childId: z.array(z.int()),
})
type Download = z.output<typeof Download>
/** Spec 7.18: the first item of the list contains the downloads. */
const Downloads = z.array(z.looseObject({ child: z.array(Download) })).check(z.minLength(1))

export const downloads: Thing<Download> = {
  many: 'downloads',
  one: 'download',
  summary: 'the downloads of the site',
  about: ['dataCus'],
  fields: {
    label: { key: 'label', read: text, needed: true, says: 'Chinese label' },
    'en-label': { key: 'enLabel', read: text, needed: true, says: 'English label' },
    version: { key: 'version', read: text, needed: true, says: 'such as 2.6.1' },
    url: {
      key: 'val',
      read: (text, name) => (text === 'none' ? '' : webAddress(text, name)),
      takes: 'address|none',
      says: 'address of the file',
    },
    children: {
      key: 'childId',
      read: idsOf,
      takes: 'ids|none',
      says: 'ids of downloads to choose from instead, such as 21,22',
    },
  },
  list: async (tx) => (await stored(tx))[0]!.child,
  fresh: (all) => ({ id: Math.max(0, ...all.map(({ id }) => id)) + 1, val: '', childId: [] }),
  idOf: ({ id }) => String(id),
  async check(_, { all }) {
    refuseBadDownloads([{ child: all }])
    return []
  },
  movesMoney: () => false,
  save: (tx, after) =>
    keep(tx, (all) =>
      all.some(({ id }) => id === after.id)
        ? all.map((each) => (each.id === after.id ? after : each))
        : [...all, after],
    ),
  remove: (tx, { id }) => keep(tx, (all) => all.filter((each) => each.id !== id)),
  text: ({ id, label, enLabel, version, val, childId }) => ({
    id: String(id),
    label,
    'en-label': enLabel,
    version,
    url: val || 'none',
    children: childId.join() || 'none',
  }),
}

/** Throws ValidationError. */
export function refuseBadDownloads(value: unknown): void {
  const read = z.safeParse(Downloads, value)
  if (!read.success)
    throw new ValidationError(
      `${downloadsId} has to be a list whose first item has the downloads as “child”, each with id, label, enLabel, version, val and childId.`,
    )
  const all = read.data[0]!.child
  for (const { id, val, childId } of all) {
    if (all.filter((each) => each.id === id).length > 1)
      throw new ValidationError(`There is more than one download ${id}.`)
    if ((val === '') === (childId.length === 0))
      throw new ValidationError(
        `Download ${id} must have either an address or downloads to choose from.`,
      )
    if (val !== '') webAddress(val, 'url')
    for (const of of childId) {
      const child = all.find((each) => each.id === of)
      if (!child)
        throw new ValidationError(`Download ${id} offers download ${of}, which does not exist.`)
      if (child.childId.length > 0)
        throw new ValidationError(
          `Download ${id} offers download ${of}, which offers others itself.`,
        )
    }
  }
}

async function stored(tx: Db): Promise<z.output<typeof Downloads>> {
  const [record] = await tx
    .select({ value: configRecords.value })
    .from(configRecords)
    .where(eq(configRecords.id, downloadsId))
  if (!record) return [{ child: [] }]
  refuseBadDownloads(record.value)
  return z.parse(Downloads, record.value)
}

async function keep(tx: Db, change: (all: Download[]) => Download[]): Promise<void> {
  const [first, ...rest] = await stored(tx)
  const record = {
    value: [{ ...first, child: change(first!.child) }, ...rest],
    updatedAt: new Date(),
  }
  await tx
    .insert(configRecords)
    .values({ id: downloadsId, ...record })
    .onConflictDoUpdate({ target: configRecords.id, set: record })
}

function idsOf(text: string, name: string): number[] {
  return text === 'none' ? [] : text.split(',').map((id) => count(1_000_000)(id, name))
}
