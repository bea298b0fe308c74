/** Packages as operators manage them, those withdrawn from sale included. */
import * as z from 'zod/mini'
import { Done, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { numberUpTo } from '#contract/operator/fields.ts'
import { Package } from '#contract/packages.ts'
import { money, text, quota } from '#contract/field-constructors.ts'
import {
  BillingMode,
  Cents,
  ChannelId,
  Count,
  Flag,
  Id,
  Text,
  Version,
} from '#contract/vocabulary.ts'

const { text: maxLength, units, price, position } = catalogueLimits

/** `num`: characters, or minutes for packages by time. Without `position` it comes last. */
const terms = {
  name: text({ max: maxLength }),
  enName: text({ max: maxLength }),
  num: numberUpTo(units),
  salePrice: money({ max: price.package }),
  onSale: z._default(Flag, 0),
  createChildUser: z._default(Flag, 0),
  position: z.nullish(numberUpTo(position)),
}
/** Fixed once the package exists, because members and orders depend on them. */
const basis = { translationBillingMode: BillingMode, channelId: ChannelId }

const PackageRow = z.object({
  id: Id,
  ...basis,
  name: Text,
  enName: Text,
  num: quota('translationBillingMode'),
  salePrice: Cents,
  onSale: Flag,
  createChildUser: Flag,
  position: Count,
  version: Version,
})

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

const read = { access: 'member' } as const
const write = { access: 'member', roles: ['admin'], once: true } as const

export const operatorPackages = {
  page: get(
    '/operator/packages/page',
    pageQuery({ onSale: z.optional(Flag), translationBillingMode: z.optional(BillingMode) }),
    pageOf(PackageRow),
    { ...read, summary: 'Lists the packages in the order in which customers see them.' },
  ),

  get: get('/operator/packages/get', z.object({ id: Id }), PackageRow, {
    ...read,
    summary: 'Returns one package.',
  }),

  preview: post(
    '/operator/packages/preview',
    z.object({
      id: z.nullish(Id),
      translationBillingMode: z.optional(basis.translationBillingMode),
      channelId: z.optional(basis.channelId),
      ...terms,
    }),
    Preview,
    { ...read, summary: 'Returns what a change would do, without saving it.' },
  ),

  create: post('/operator/packages/save', z.object({ ...basis, ...terms }), Done, {
    ...write,
    summary: 'Adds a package.',
  }),

  edit: post(
    '/operator/packages/save',
    z.object({ id: Id, ...terms, version: z.optional(Version) }),
    Done,
    { ...write, when: 'id', summary: 'Changes a package.' },
  ),

  remove: post('/operator/packages/delete', z.object({ id: Id }), Done, {
    ...write,
    summary: 'Deletes a package that is neither on sale nor in use.',
  }),
}
