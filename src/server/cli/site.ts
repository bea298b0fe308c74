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
  plural: 'contacts',
  singular: 'contact',
  summary: 'support contacts',
  topics: ['customer-service'],
  fields: {
    platform: {
      column: 'platform',
      parse: text,
      required: true,
      help: 'such as WeChat, WhatsApp, Telegram',
    },
    type: {
      column: 'accountType',
      parse: (text, name) => types[oneOf(typeNames)(text, name)],
      required: true,
      placeholder: typeNames.join('|'),
      help: 'description',
    },
    account: {
      column: 'account',
      parse: text,
      required: true,
      help: 'the account exactly as visitors see and verify it',
    },
    url: {
      column: 'referUrl',
      parse: webAddress,
      required: true,
      placeholder: 'address',
      help: 'link of the QR code',
    },
    qr: {
      column: 'qrCode',
      parse: picture,
      placeholder: 'file|none',
      help: 'image file of the QR code',
      defaultText: 'it is drawn from the address',
    },
    position: {
      column: 'position',
      parse: count(1_000_000),
      placeholder: 'number',
      help: 'position in the list',
      defaultText: 'the last',
    },
  },
  list: (tx) =>
    tx
      .select()
      .from(serviceContacts)
      .orderBy(asc(serviceContacts.position), asc(serviceContacts.id)),
  defaults: (all) => ({
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
  changesPrices: () => false,
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
  plural: 'downloads',
  singular: 'download',
  summary: 'the downloads of the site',
  topics: ['dataCus'],
  fields: {
    label: { column: 'label', parse: text, required: true, help: 'Chinese label' },
    'en-label': { column: 'enLabel', parse: text, required: true, help: 'English label' },
    version: { column: 'version', parse: text, required: true, help: 'such as 2.6.1' },
    url: {
      column: 'val',
      parse: (text, name) => (text === 'none' ? '' : webAddress(text, name)),
      placeholder: 'address|none',
      help: 'address of the file',
    },
    children: {
      column: 'childId',
      parse: idsOf,
      placeholder: 'ids|none',
      help: 'ids of downloads to choose from instead, such as 21,22',
    },
  },
  list: async (tx) => (await stored(tx))[0]!.child,
  defaults: (all) => ({ id: Math.max(0, ...all.map(({ id }) => id)) + 1, val: '', childId: [] }),
  idOf: ({ id }) => String(id),
  async check(_, { all }) {
    refuseBadDownloads([{ child: all }])
    return []
  },
  changesPrices: () => false,
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
  plural: 'config',
  singular: 'record',
  summary: 'configuration records, which are public',
  topics: ['dataCus'],
  hasChosenId: true,
  fields: {
    value: {
      column: 'value',
      parse: json,
      required: true,
      placeholder: 'json|@file',
      help: 'JSON, or @ and the name of a JSON file',
    },
  },
  list: (tx) =>
    tx
      .select({ id: configRecords.id, value: configRecords.value })
      .from(configRecords)
      .orderBy(asc(configRecords.id)),
  defaults: () => ({}),
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
  changesPrices: () => false,
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
