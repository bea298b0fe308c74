/** Structure of the long texts: parts and steps of the user guide, tutorial topics, questions. */
import type { SiteArea, SiteMessages } from '#locales/load/site.ts'

/** The three parts of the user guide and their steps (spec 2.12). */
export const guideParts = {
  account: ['open', 'fill', 'code', 'done'],
  operate: ['install', 'add', 'set', 'charge'],
  skill: ['short', 'names', 'slang', 'channel'],
} as const

export type GuidePart = keyof typeof guideParts

/** In display order. */
export const guideNames = ['account', 'operate', 'skill'] as const satisfies readonly GuidePart[]

/** Names of the steps in message keys. */
export const topicSteps = ['one', 'two', 'three', 'four'] as const

/**
 * Topics whose messages are in one area. `slug`: path segment in `/useDoc/<slug>`; `name`: its
 * messages and its picture; `steps`: how many of `topicSteps` it has; `key`: prefix of its message
 * keys.
 */
const topicsIn = <A extends SiteArea, N extends keyof SiteMessages[A] & string>(
  area: A,
  topics: readonly (readonly [slug: string, name: N, steps: number])[],
) => topics.map(([slug, name, steps]) => ({ slug, name, key: `${area}.${name}` as const, steps }))

/** Topics of the product tutorial (spec 2.16) in reading order. */
export const topicGroups = [
  {
    name: 'start',
    topics: topicsIn('topicsStart', [
      ['register', 'register', 4],
      ['install', 'install', 4],
      ['recharge', 'recharge', 4],
      ['sub-accounts', 'subAccounts', 4],
      ['promotion', 'promotion', 3],
      ['user-centre', 'userCenter', 4],
    ]),
  },
  {
    name: 'chat',
    topics: topicsIn('topicsChat', [
      ['add-application', 'addApp', 3],
      ['manage-applications', 'manageApps', 3],
      ['translation-settings', 'translation', 4],
      ['quick-reply', 'quickReply', 3],
      ['fan-notes', 'fanNotes', 3],
      ['mass-messaging', 'massMessaging', 3],
      ['ai-reply', 'aiReply', 3],
    ]),
  },
  {
    name: 'system',
    topics: topicsIn('topicsSystem', [
      ['proxy-settings', 'proxy', 3],
      ['system-settings', 'system', 3],
      ['smart-ai', 'smartAi', 3],
      ['image-translation', 'image', 3],
      ['customer-centre', 'customerCenter', 3],
      ['display-settings', 'display', 3],
    ]),
  },
] as const

export type Topic = (typeof topicGroups)[number]['topics'][number]

export const topics: readonly Topic[] = topicGroups.flatMap<Topic>((group) => group.topics)

/** Message keys of the frequently asked questions, in display order. */
export const faqQuestions = ['trial', 'count', 'modes', 'channel', 'team', 'real'] as const
