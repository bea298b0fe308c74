/** Packages as operators manage them, those withdrawn from sale included. */
import * as z from 'zod/mini'
import { defineCollection, operator, optional, withDefault } from '#contract/collection.ts'
import { post } from '#contract/endpoint.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { quotaUpTo } from '#contract/operator/fields.ts'
import { Package } from '#contract/packages.ts'
import { money, numberUpTo, text, quota } from '#contract/field-constructors.ts'
import { BillingMode, TranslationChannelId, Flag, Id, Text } from '#contract/vocabulary.ts'

const { text: maxLength, units, price, position, rows } = catalogueLimits

/** Fixed once the package exists, because members and orders depend on them. */
const fixedFields = { translationBillingMode: BillingMode, channelId: TranslationChannelId }
/** `num`: characters, or minutes for packages by time. Without `position` it comes last. */
const changeableFields = {
  name: text({ max: maxLength }),
  enName: text({ max: maxLength }),
  num: quotaUpTo(units, 'translationBillingMode'),
  salePrice: money({ max: price.package }),
  onSale: withDefault(Flag, 0),
  createChildUser: withDefault(Flag, 0),
  position: optional(numberUpTo(position)),
}

/**
 * Effect of a change before it is saved: notes for the operator, the reason why it would be
 * refused, and the packages that customers would see. `id`: that of the package.
 */
const Preview = z.object({
  id: Id,
  notes: z.array(Text),
  refusal: z.nullish(Text),
  sale: z.array(Package),
})

export const packageCollection = defineCollection('packages', {
  fields: { ...fixedFields, ...changeableFields },
  fixed: ['translationBillingMode', 'channelId'],
  computed: { num: quota('translationBillingMode') },
  filters: ['onSale', 'translationBillingMode'],
  maxRows: rows.catalogue,
  scope: operator,
  access: { read: 'member', write: ['admin'] },
  calls: {
    preview: post(
      '/operator/packages/preview',
      z.object({ id: z.nullish(Id), ...fixedFields, ...changeableFields }),
      Preview,
      { access: 'member' },
    ),
  },
})

export const operatorPackages = packageCollection.calls
