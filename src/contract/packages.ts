/** Packages on sale, and the translation channel of a membership. */
import * as z from 'zod/mini'
import { quota } from '#contract/field-constructors.ts'
import {
  BillingMode,
  Cents,
  TranslationChannelId,
  Id,
  localized,
  Text,
} from '#contract/vocabulary.ts'
import { Done, get, Nothing, post } from '#contract/endpoint.ts'
import { QuotaSnapshot } from '#contract/orders.ts'

/** Spec 3.9. `num`: characters, or minutes for packages by time. */
export const Package = z.object({
  id: Id,
  name: localized('enName'),
  enName: z.nullish(Text),
  translationBillingMode: BillingMode,
  num: quota('translationBillingMode'),
  salePrice: Cents,
})
export type Package = z.output<typeof Package>

/** A translation channel: a translation vendor with its own price (spec 3.6). */
export const Channel = z.object({
  id: TranslationChannelId,
  name: localized('enName'),
  enName: z.nullish(Text),
})
export type Channel = z.output<typeof Channel>

export const packages = {
  sale: get('/memberGroup/saleList', Nothing, z.array(Package), {
    spec: '7.29',
    access: 'visitor',
  }),

  channels: get('/memberGroup/mappingList', Nothing, z.array(Channel), {
    spec: '7.30',
    access: 'main',
    support: 'shown',
  }),

  /** Quota of the main account; that of its sub-accounts is converted at the same rate. */
  channelQuote: get(
    '/memberGroup/channelQuote',
    z.object({ targetChannelId: TranslationChannelId }),
    z.object({ before: QuotaSnapshot, after: QuotaSnapshot }),
    {
      access: 'main',
      support: 'shown',
    },
  ),

  changeChannel: post(
    '/memberGroup/changeChannel',
    z.object({ targetChannelId: TranslationChannelId }),
    Done,
    {
      spec: '7.31',
      access: 'main',
      audit: { act: 'channelChanged' },
      mutatesBalance: true,
    },
  ),
}

export const channels = {
  list: get('/tranChannel/list', Nothing, z.array(Channel), {
    spec: '7.32',
    access: 'visitor',
  }),
}
