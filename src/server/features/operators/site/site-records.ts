/** Rules of what the site shows: support contacts and their pictures, downloads, configuration. */
import { asc, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { operatorCollections } from '#contract/operator/collections.ts'
import {
  nextId,
  nextPosition,
  refusal,
  type RecordRules,
} from '#server/features/operators/records/service.ts'
import { downloadsId } from '#contract/site.ts'
import { configRecords, serviceContacts } from '#server/features/site/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/open.ts'

export type Contact = typeof serviceContacts.$inferSelect

export const contactRules: RecordRules<Contact> = {
  collection: operatorCollections.supportContacts,
  plural: 'contacts',
  singular: 'contact',
  topics: ['customer-service'],
  list: (tx) =>
    tx
      .select()
      .from(serviceContacts)
      .orderBy(asc(serviceContacts.position), asc(serviceContacts.id)),
  defaults: (all) => ({ id: nextId(all), position: nextPosition(all), qrCode: null }),
  idOf: ({ id }) => String(id),
  check(_, { after, all }) {
    const duplicate = all.find(
      (each) =>
        after &&
        each.id !== after.id &&
        each.platform === after.platform &&
        each.account === after.account &&
        each.accountType === after.accountType,
    )
    if (duplicate)
      throw new ApiError('alreadyExists', {
        reason: { key: 'contactTaken', values: { platform: duplicate.platform } },
      })
    return Promise.resolve([])
  },
  logged: ({ qrCode, ...record }) => ({ ...record, qrCode: qrCode && summarizePicture(qrCode) }),
  async save(tx, after) {
    await tx
      .insert(serviceContacts)
      .values(after)
      .onConflictDoUpdate({ target: serviceContacts.id, set: after })
  },
  async remove(tx, { id }) {
    await tx.delete(serviceContacts).where(eq(serviceContacts.id, id))
  },
}

/** First bytes of the pictures that every browser shows, as Latin-1. */
const pictureTypes: readonly { type: string; begins: RegExp }[] = [
  { type: 'image/png', begins: /^\x89PNG\r\n/ },
  { type: 'image/jpeg', begins: /^\xFF\xD8\xFF/ },
]

/**
 * Converts a picture to a data URL by its content; the type that a client states is ignored. Throws
 * ApiError for another format and above the limit.
 */
export function toPictureUrl(base64: string): string {
  const start = Buffer.from(base64.slice(0, 24), 'base64').toString('latin1')
  const type = pictureTypes.find(({ begins }) => begins.test(start))
  if (!type || countBytes(base64) > catalogueLimits.picture.bytes)
    throw refusal('pictureUnreadable', { limit: catalogueLimits.picture.bytes / 1_000 })
  return `data:${type.type};base64,${base64}`
}

/**
 * The https address of a picture, normalised, for the policy of the pages contains its host. Throws
 * ApiError for anything else.
 */
export function parsePictureAddress(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined
  if (address?.protocol !== 'https:' || address.href.length > catalogueLimits.address)
    throw refusal('pictureUnreadable', { limit: catalogueLimits.picture.bytes / 1_000 })
  return address.href
}

/** Type and size of a picture, or its address, for the log. */
const summarizePicture = (url: string): string => {
  if (!url.startsWith('data:')) return url
  const [type = '', base64 = ''] = url.split(';base64,')
  return `${type.replace('data:', '')}, ${Math.ceil(countBytes(base64) / 1_000)} kB`
}

const countBytes = (base64: string): number =>
  (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0)

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

function refuseInvalidDownloads(value: unknown): void {
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

export type ConfigRecord = { id: string; value: unknown }

export const configRules: RecordRules<ConfigRecord> = {
  collection: operatorCollections.configuration,
  plural: 'config',
  singular: 'record',
  topics: ['dataCus'],
  list: (tx) =>
    tx
      .select({ id: configRecords.id, value: configRecords.value })
      .from(configRecords)
      .orderBy(asc(configRecords.id)),
  defaults: () => ({}),
  idOf: ({ id }) => id,
  check(_, { after }) {
    const { idLength, bytes } = catalogueLimits.config
    if (after && (!/^\w+$/.test(after.id) || after.id.length > idLength))
      throw refusal('configId', { record: after.id, limit: idLength })
    if (after && JSON.stringify(after.value).length > bytes)
      throw refusal('configSize', { limit: bytes / 1_000 })
    if (after?.id === downloadsId) refuseInvalidDownloads(after.value)
    return Promise.resolve([])
  },
  save: (tx, { id, value }) => saveConfig(tx, id, value),
  async remove(tx, { id }) {
    await tx.delete(configRecords).where(eq(configRecords.id, id))
  },
}

/** Escapes of NUL and of unpaired surrogates, which PostgreSQL cannot store, in serialised JSON. */
const unstorableEscapes = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** Parses JSON text. Throws ApiError with the line of the syntax error. */
export function parseConfigValue(text: string): unknown {
  const value = parseJson(text)
  const serialised = JSON.stringify(value)
  if (unstorableEscapes.test(serialised))
    throw refusal('configJson', {
      line: findErrorLine(text, `position ${text.search(/\\u(?:0000|d[89a-f])/i)}`),
    })
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (reason) {
    throw refusal('configJson', { line: findErrorLine(text, (reason as Error).message) })
  }
}

/**
 * Line of a syntax error. Engines report the line, the position or, at the end of the text,
 * neither.
 */
function findErrorLine(text: string, message: string): number {
  const line = /line (\d+)/.exec(message)?.[1]
  if (line !== undefined) return Number(line)
  const position = /position (\d+)/.exec(message)?.[1]
  return text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length
}

async function saveConfig(tx: Db, id: string, value: unknown): Promise<void> {
  const record = { value, updatedAt: new Date() }
  await tx
    .insert(configRecords)
    .values({ id, ...record })
    .onConflictDoUpdate({ target: configRecords.id, set: record })
}
