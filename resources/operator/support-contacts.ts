/** Support contacts with their QR codes; without a picture, the code is drawn from the link. */
import { list } from '#console/engine/resource.ts'
import { defineCollection, operator, optional } from '#contract/collection.ts'
import {
  choice,
  numberUpTo,
  picture,
  StoredPicture,
  text,
  webAddress,
} from '#contract/field-constructors.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'

const { text: max, position, rows } = catalogueLimits

export const supportContacts = defineCollection('supportContacts', {
  fields: {
    platform: text({ max }),
    purpose: choice(['preSale', 'afterSale']),
    account: text({ max }),
    referUrl: webAddress(),
    qrCode: optional(picture()),
    position: optional(numberUpTo(position)),
  },
  /** The picture, or one drawn from `referUrl`. */
  computed: { shownCode: StoredPicture },
  maxRows: rows.catalogue,
  scope: operator,
  access: { read: 'member', write: ['admin'] },
})

export default list(supportContacts, {
  route: 'operator/support-contacts',
  menu: ['catalogue', 3, 'people'],
  columns: [
    'platform',
    'shownCode',
    { field: 'account', copy: true },
    'purpose',
    'referUrl',
    'position',
  ],
})
