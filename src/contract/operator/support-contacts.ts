/** Support contacts as operators manage them, with their pictures. */
import * as z from 'zod/mini'
import { Done, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import {
  numberUpTo,
  picture,
  StoredLink,
  StoredPicture,
  webAddress,
} from '#contract/operator/fields.ts'
import { text } from '#contract/field-constructors.ts'
import { code, Count, Id, Text, Version } from '#contract/vocabulary.ts'

/** `accountTypes` by name (spec 3.7). */
const ContactPurpose = code('contactPurpose', ['preSale', 'afterSale'])

const { text: maxLength, position } = catalogueLimits
/** Without `qrCode`, the QR code is drawn from `referUrl`. */
const contact = {
  platform: text({ max: maxLength }),
  purpose: ContactPurpose,
  account: text({ max: maxLength }),
  referUrl: webAddress(),
  qrCode: z.nullish(picture()),
  position: z.nullish(numberUpTo(position)),
}
/** `shownCode`: as visitors see it, uploaded or drawn. */
const ContactRow = z.object({
  id: Id,
  platform: Text,
  purpose: ContactPurpose,
  account: Text,
  referUrl: StoredLink,
  qrCode: z.nullish(StoredPicture),
  shownCode: StoredPicture,
  position: Count,
  version: Version,
})

const read = { access: 'member' } as const
const write = { access: 'member', roles: ['admin'], once: true } as const

export const operatorSupportContacts = {
  page: get('/operator/supportContacts/page', pageQuery({}), pageOf(ContactRow), {
    ...read,
    summary: 'Lists the support contacts in the order in which visitors see them.',
  }),

  get: get('/operator/supportContacts/get', z.object({ id: Id }), ContactRow, {
    ...read,
    summary: 'Returns one support contact.',
  }),

  create: post('/operator/supportContacts/save', z.object(contact), Done, {
    ...write,
    summary: 'Adds a support contact.',
  }),

  edit: post(
    '/operator/supportContacts/save',
    z.object({ id: Id, ...contact, version: z.optional(Version) }),
    Done,
    { ...write, when: 'id', summary: 'Changes a support contact.' },
  ),

  remove: post('/operator/supportContacts/delete', z.object({ id: Id }), Done, {
    ...write,
    summary: 'Deletes a support contact.',
  }),
}
