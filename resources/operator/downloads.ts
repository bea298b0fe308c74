/** Downloads of the client programs: an address, or other downloads to choose from (spec 3.15). */
import { list } from '#console/engine/resource.ts'
import { defineCollection, operator, optional } from '#contract/collection.ts'
import { text, webAddress } from '#contract/field-constructors.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { references } from '#contract/operator/fields.ts'
import { localized, Text, type ReferenceSubject } from '#contract/vocabulary.ts'

const { text: max, rows } = catalogueLimits

export const downloads = defineCollection('downloads', {
  fields: {
    label: text({ max }),
    enLabel: text({ max }),
    softwareVersion: text({ max }),
    val: optional(webAddress()),
    childId: optional(references((): ReferenceSubject => downloads.calls, { title: 'label' })),
  },
  /** Labels of the downloads in `childId`, in both languages. */
  computed: { children: optional(localized('enChildren')), enChildren: optional(Text) },
  maxRows: rows.catalogue,
  scope: operator,
  access: { read: 'member', write: ['admin'] },
})

export default list(downloads, {
  route: 'operator/downloads',
  menu: ['catalogue', 4, 'devices'],
  columns: [{ field: ['label', 'enLabel'] }, 'id', 'softwareVersion', 'val', 'children'],
})
