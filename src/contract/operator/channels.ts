/** Translation channels as operators manage them. */
import * as z from 'zod/mini'
import { Done, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { numberUpTo } from '#contract/operator/fields.ts'
import { text } from '#contract/field-constructors.ts'
import {
  Cents,
  code,
  Count,
  fieldTypeRegistry,
  Flag,
  Id,
  Text,
  Version,
} from '#contract/vocabulary.ts'

const ChannelEngine = code('channelEngine', [
  'google',
  'microsoft',
  'deepl',
  'tencent',
  'youdao',
  'openai',
])
/** Spec 1.4. */
const ChannelTier = code('channelTier', ['normal', 'high', 'specialty', 'ai'])

const { text: maxLength, price, position } = catalogueLimits
const ChannelPrice = z.int().check(z.gte(1), z.lte(price.channel))
fieldTypeRegistry.add(ChannelPrice, { kind: 'cents', max: price.channel })

/** `centsPerMillion`: value of a million characters. Without `position` it comes last. */
const terms = {
  name: text({ max: maxLength }),
  enName: text({ max: maxLength }),
  engine: ChannelEngine,
  tier: ChannelTier,
  centsPerMillion: ChannelPrice,
  offered: z._default(Flag, 1),
  position: z.nullish(numberUpTo(position)),
}
const ChannelRow = z.object({
  id: Id,
  name: Text,
  enName: Text,
  engine: ChannelEngine,
  tier: ChannelTier,
  centsPerMillion: Cents,
  offered: Flag,
  position: Count,
  version: Version,
})

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

const read = { access: 'member' } as const
const write = { access: 'member', roles: ['admin'], once: true } as const

export const operatorChannels = {
  page: get('/operator/channels/page', pageQuery({}), pageOf(ChannelRow), {
    ...read,
    summary: 'Lists the translation channels in the order in which customers see them.',
  }),

  get: get('/operator/channels/get', z.object({ id: Id }), ChannelRow, {
    ...read,
    summary: 'Returns one translation channel.',
  }),

  preview: post('/operator/channels/preview', z.object({ id: z.nullish(Id), ...terms }), Preview, {
    ...read,
    summary: 'Returns what a change would do, without saving it.',
  }),

  create: post('/operator/channels/save', z.object(terms), Done, {
    ...write,
    summary: 'Adds a translation channel.',
  }),

  edit: post(
    '/operator/channels/save',
    z.object({ id: Id, ...terms, version: z.optional(Version) }),
    Done,
    { ...write, when: 'id', summary: 'Changes a translation channel.' },
  ),

  remove: post('/operator/channels/delete', z.object({ id: Id }), Done, {
    ...write,
    summary: 'Deletes a translation channel that is neither offered nor in use.',
  }),
}
