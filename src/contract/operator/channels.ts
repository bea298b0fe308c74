/** Translation channels as operators manage them. */
import * as z from 'zod/mini'
import { defineCollection, operator, optional, withDefault } from '#contract/collection.ts'
import { post } from '#contract/endpoint.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { engines } from '#contract/translation-engines.ts'
import { choice, numberUpTo, text } from '#contract/field-constructors.ts'
import {
  Count,
  fieldTypeRegistry,
  Flag,
  Id,
  Text,
  TranslationChannelId,
} from '#contract/vocabulary.ts'

const ChannelEngine = choice(engines)
/** Quality level by which packages are sold: `ai` are chat models (spec 1.4). */
const ChannelTier = choice(['normal', 'high', 'specialty', 'ai'])

const { text: maxLength, price, position, rows } = catalogueLimits
const ChannelPrice = z.int().check(z.gte(1), z.lte(price.channel))
fieldTypeRegistry.add(ChannelPrice, { kind: 'cents', max: price.channel })

/**
 * `centsPerMillion`: value of a million characters. `fallbackChannelId`: the channel that translates
 * while this one is down, at the price of this one. Without `position` it comes last.
 */
const channelFields = {
  name: text({ max: maxLength }),
  enName: text({ max: maxLength }),
  engine: ChannelEngine,
  tier: ChannelTier,
  centsPerMillion: ChannelPrice,
  offered: withDefault(Flag, 1),
  fallbackChannelId: optional(TranslationChannelId),
  position: optional(numberUpTo(position)),
}

/**
 * Effect of a change before it is saved: notes, the reason why it would be refused, and what
 * `characters` on each other channel would become on this one.
 */
const Preview = z.object({
  notes: z.array(Text),
  refusal: z.nullish(Text),
  characters: Count,
  conversions: z.array(z.object({ id: Id, name: Text, enName: Text, characters: Count })),
})

export const channelCollection = defineCollection('channels', {
  fields: channelFields,
  maxRows: rows.catalogue,
  scope: operator,
  access: { read: 'member', write: ['admin'] },
  calls: {
    preview: post(
      '/operator/channels/preview',
      z.object({ id: z.nullish(Id), ...channelFields }),
      Preview,
      { access: 'member' },
    ),
  },
})

export const operatorChannels = channelCollection.calls
