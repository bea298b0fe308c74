/** Operator commands for the site: contacts, downloads, settings. */
import { asc, eq } from 'drizzle-orm'
import { accountTypes } from '#contract/site.ts'
import { serviceContacts, configRecords } from '#server/features/site/table.ts'
import { nextPosition, type Entity } from '#server/cli/crud-commands.ts'
import {
  ValidationError,
  count,
  oneOf,
  picture,
  text,
  webAddress,
  json,
} from '#server/cli/command.ts'
import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/open.ts'

type Contact = typeof serviceContacts.$inferSelect

const types = { 'pre-sale': accountTypes.preSale, 'after-sale': accountTypes.afterSale } as const
const typeNames = Object.keys(types) as (keyof typeof types)[]

/** Commands on customer-service contacts and their QR codes. */
export const contactCommands: Entity<Contact> = {
  many: 'contacts',
  one: 'contact',
  summary: 'support contacts',
  about: ['customer-service'],
  fields: {
    platform: {
      key: 'platform',
      read: text,
      needed: true,
      says: 'such as WeChat, WhatsApp, Telegram',
    },
    type: {
      key: 'accountType',
      read: (text, name) => types[oneOf(typeNames)(text, name)],
      needed: true,
      takes: typeNames.join('|'),
      says: 'description',
    },
    account: {
      key: 'account',
      read: text,
      needed: true,
      says: 'the account exactly as visitors see and verify it',
    },
    url: {
      key: 'referUrl',
      read: webAddress,
      needed: true,
      takes: 'address',
      says: 'link of the QR code',
    },
    qr: {
      key: 'qrCode',
      read: picture,
      takes: 'file|none',
      says: 'image file of the QR code',
      defaultText: 'it is drawn from the address',
    },
    position: {
      key: 'position',
      read: count(1_000_000),
      takes: 'number',
      says: 'position in the list',
      defaultText: 'the last',
    },
  },
  list: (tx) =>
    tx
      .select()
      .from(serviceContacts)
      .orderBy(asc(serviceContacts.position), asc(serviceContacts.id)),
  fresh: (all) => ({
    id: Math.max(0, ...all.map(({ id }) => id)) + 1,
    position: nextPosition(all),
    qrCode: null,
  }),
  idOf: ({ id }) => String(id),
  async check(_, { after, all }) {
    const same = all.find(
      (each) =>
        after &&
        each.id !== after.id &&
        each.platform === after.platform &&
        each.account === after.account &&
        each.accountType === after.accountType,
    )
    if (same) throw new ValidationError(`Contact ${same.id} already has that account.`)
    return []
  },
  movesMoney: () => false,
  async save(tx, after) {
    await tx
      .insert(serviceContacts)
      .values(after)
      .onConflictDoUpdate({ target: serviceContacts.id, set: after })
  },
  async remove(tx, { id }) {
    await tx.delete(serviceContacts).where(eq(serviceContacts.id, id))
  },
  text: ({ id, platform, accountType, account, referUrl, qrCode, position }) => ({
    id: String(id),
    platform,
    type: accountType === accountTypes.preSale ? 'pre-sale' : 'after-sale',
    account,
    url: referUrl,
    qr: qrCode ? `picture, ${Math.ceil((qrCode.length * 3) / 4_000)} kB` : 'drawn from the address',
    position: String(position),
  }),
}

/** Commands on the download list, which is a single configuration record. */
const downloadsId = 'SOFT_DOWNLOAD_CONFIG'

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

export const downloadCommands: Entity<Download> = {
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
function refuseBadDownloads(value: unknown): void {
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

type Kept = { id: string; value: unknown }

const max = { id: 64, bytes: 200_000, shown: 200 }

/** Commands on configuration records, all of which are public. */
export const configCommands: Entity<Kept> = {
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
