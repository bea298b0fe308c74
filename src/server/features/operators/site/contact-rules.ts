/** Rules of customer-service contacts and their pictures. */
import { asc, eq } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import { operatorCollections } from '#contract/operator/collections.ts'
import {
  nextId,
  nextPosition,
  refusal,
  type RecordRules,
} from '#server/features/operators/record-handlers.ts'
import { serviceContacts } from '#server/features/site/table.ts'
import { ApiError } from '#server/http/errors.ts'

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
  if (!type || countBytes(base64) > limits.picture.bytes)
    throw refusal('pictureUnreadable', { limit: limits.picture.bytes / 1_000 })
  return `data:${type.type};base64,${base64}`
}

/**
 * The https address of a picture, normalised, for the policy of the pages contains its host. Throws
 * ApiError for anything else.
 */
export function parsePictureAddress(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined
  if (address?.protocol !== 'https:' || address.href.length > limits.webAddress.max)
    throw refusal('pictureUnreadable', { limit: limits.picture.bytes / 1_000 })
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
