/** Configuration records as JSON, which everybody can read by their id. */
import { list } from '#console/engine/resource.ts'
import { defineCollection, operator } from '#contract/collection.ts'
import { longText, text } from '#contract/field-constructors.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'

const { idLength, textLength } = catalogueLimits.config

export const configuration = defineCollection('configuration', {
  fields: { name: text({ max: idLength }), value: longText({ max: textLength }) },
  fixed: ['name'],
  maxRows: catalogueLimits.rows.catalogue,
  scope: operator,
  access: { read: 'member', write: ['admin'] },
})

export default list(configuration, {
  route: 'operator/configuration',
  menu: ['catalogue', 6, 'settings'],
})
