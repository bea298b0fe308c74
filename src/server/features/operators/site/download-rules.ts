/** Rules of the downloads that the site offers. */
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { operatorCollections } from '#contract/operator/collections.ts'
import { nextId, refusal, type RecordRules } from '#server/features/operators/record-handlers.ts'
import { downloadsId } from '#contract/site.ts'
import { configRecords } from '#server/features/site/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { saveConfig } from '#server/features/operators/site/save-config.ts'

const Download = z.looseObject({
  id: z.int(),
  label: z.string(),
  enLabel: z.string(),
  version: z.string(),
  val: z.string(),
  childId: z.array(z.int()),
})
export type Download = z.output<typeof Download>
const Downloads = z.array(z.looseObject({ child: z.array(Download) })).check(z.minLength(1))

export const downloadRules: RecordRules<Download> = {
  collection: operatorCollections.downloads,
  plural: 'downloads',
  singular: 'download',
  topics: ['dataCus'],
  list: async (tx) => (await readDownloads(tx))[0]!.child,
  defaults: (all) => ({ id: nextId(all), val: '', childId: [] }),
  idOf: ({ id }) => String(id),
  check(_, { all }) {
    refuseInvalidDownloads([{ child: all }])
    return Promise.resolve([])
  },
  save: (tx, after) =>
    changeDownloads(tx, (all) =>
      all.some(({ id }) => id === after.id)
        ? all.map((each) => (each.id === after.id ? after : each))
        : [...all, after],
    ),
  remove: (tx, { id }) => changeDownloads(tx, (all) => all.filter((each) => each.id !== id)),
}

export function refuseInvalidDownloads(value: unknown): void {
  const read = z.safeParse(Downloads, value)
  if (!read.success) throw refusal('downloadsShape', { record: downloadsId })
  const all = read.data[0]!.child
  for (const each of all) {
    const { id, val, childId } = each
    const download = titleOf(each)
    if (all.filter((other) => other.id === id).length > 1)
      throw refusal('downloadTwice', { download: String(id) })
    if ((val === '') === (childId.length === 0)) throw refusal('downloadTarget', { download })
    if (val !== '' && !isWebAddress(val)) throw refusal('downloadAddress', { download })
    for (const childOf of childId) {
      const child = all.find((other) => other.id === childOf)
      if (!child) throw refusal('downloadMissing', { download, child: String(childOf) })
      if (child.childId.length > 0)
        throw refusal('downloadNested', { download, child: titleOf(child) })
    }
  }
}

const titleOf = ({ id, label, enLabel }: Download) => ({
  zh: label || String(id),
  en: enLabel || label || String(id),
})

function isWebAddress(text: string): boolean {
  const address = URL.canParse(text) ? new URL(text) : undefined
  return address?.protocol === 'https:' || address?.protocol === 'http:'
}

async function readDownloads(tx: Db): Promise<z.output<typeof Downloads>> {
  const [record] = await tx
    .select({ value: configRecords.value })
    .from(configRecords)
    .where(eq(configRecords.id, downloadsId))
  if (!record) return [{ child: [] }]
  refuseInvalidDownloads(record.value)
  return z.parse(Downloads, record.value)
}

async function changeDownloads(tx: Db, change: (all: Download[]) => Download[]): Promise<void> {
  const [first, ...rest] = await readDownloads(tx)
  await saveConfig(tx, downloadsId, [{ ...first, child: change(first!.child) }, ...rest])
}
