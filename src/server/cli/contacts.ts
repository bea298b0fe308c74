/** Commands on customer-service contacts and their QR codes. */
import { asc, eq } from 'drizzle-orm'
import { accountTypes } from '#contract/codes.ts'
import { serviceContacts } from '#server/platform/db/schema.ts'
import { nextPosition } from '#server/cli/catalogue.ts'
import { ValidationError } from '#server/cli/command.ts'
import type { Thing } from '#server/cli/crud-commands.ts'
import { count, oneOf, picture, text, webAddress } from '#server/cli/values.ts'

type Contact = typeof serviceContacts.$inferSelect

const types = { 'pre-sale': accountTypes.preSale, 'after-sale': accountTypes.afterSale } as const
const typeNames = Object.keys(types) as (keyof typeof types)[]

export const contacts: Thing<Contact> = {
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
      unsaid: 'it is drawn from the address',
    },
    position: {
      key: 'position',
      read: count(1_000_000),
      takes: 'number',
      says: 'position in the list',
      unsaid: 'the last',
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
