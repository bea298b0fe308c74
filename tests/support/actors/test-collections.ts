/**
 * Test collections: one per scope and one with a field of every kind, and their messages. Imports
 * the contract alone, because it replaces the registry that everything else imports.
 */
import { reference } from '#contract/reference.ts'
import { tags } from '#contract/tags.ts'
import {
  accountGroup,
  defineCollection,
  optional,
  ownAndMain,
  withDefault,
  workspace,
  type Collection,
} from '#contract/collection.ts'
import {
  choice,
  choices,
  date,
  email,
  languageCode,
  longText,
  money,
  text,
} from '#contract/field-constructors.ts'
import { Cents, Change, Count, Flag, WireTime } from '#contract/vocabulary.ts'

const memberAccess = { read: 'member', write: 'member' } as const

const topics = defineCollection('topics', {
  fields: { name: text({ max: 40 }) },
  search: { name: ['name'] },
  maxRows: 30,
  scope: accountGroup,
  support: 'shown',
  access: memberAccess,
})

export const testCollections = {
  topics,
  terms: defineCollection('terms', {
    fields: {
      sourceTerm: text({ max: 200 }),
      targetTerm: text({ max: 200 }),
      sourceLangCode: languageCode(),
      caseSensitive: withDefault(Flag, 0),
      note: optional(text({ max: 500, min: 0 })),
      price: optional(money({ max: 1_000_000_00 })),
    },
    search: { term: ['sourceTerm', 'targetTerm'] },
    filters: ['sourceLangCode', 'caseSensitive'],
    ranges: ['price'],
    sortBy: ['sourceTerm', 'note'],
    indexed: ['sourceLangCode', 'caseSensitive', 'price', 'sourceTerm', 'note'],
    unique: [['sourceTerm', 'sourceLangCode']],
    maxRows: 10_020,
    scope: accountGroup,
    support: 'shown',
    access: { read: 'member', write: 'main' },
  }),
  drafts: defineCollection('drafts', {
    fields: { subject: text({ max: 40 }), body: optional(text({ max: 400, min: 0 })) },
    search: { part: ['subject'] },
    unique: [['subject']],
    maxRows: 30,
    scope: ownAndMain,
    support: 'shown',
    access: memberAccess,
  }),
  visits: defineCollection('visits', {
    fields: { subject: text({ max: 40 }) },
    search: { part: ['subject'] },
    maxRows: 30,
    scope: ownAndMain,
    support: 'shown',
    access: memberAccess,
  }),
  dealNotes: defineCollection('dealNotes', {
    fields: { subject: text({ max: 40 }), amount: Cents },
    search: { part: ['subject'] },
    sortBy: ['amount'],
    maxRows: 30,
    scope: workspace,
    support: 'shown',
    access: memberAccess,
  }),
  everyKind: defineCollection('everyKind', {
    fields: {
      name: text({ max: 40 }),
      optionalName: optional(text({ max: 40, min: 0 })),
      flag: Flag,
      optionalFlag: optional(Flag),
      cents: Cents,
      count: Count,
      change: optional(Change),
      at: WireTime,
      optionalAt: optional(WireTime),
      language: languageCode(),
      day: date(),
      email: email(),
      notes: optional(longText({ max: 300 })),
      tags: optional(tags({ maxCount: 5, maxLength: 10 })),
      state: choice(['lead', 'won']),
      channels: choices(['mail', 'phone']),
      topicId: optional(reference(topics.calls, { title: 'name' })),
    },
    search: { part: ['name', 'optionalName'] },
    filters: ['flag', 'optionalFlag', 'language', 'state', 'topicId'],
    ranges: ['cents', 'count', 'at', 'day'],
    sortBy: ['optionalName', 'cents', 'at'],
    maxRows: 30,
    scope: accountGroup,
    support: 'shown',
    access: memberAccess,
  }),
}

const block = (name: string, fields: readonly string[]) => ({
  title: name,
  one: name,
  many: `${name}s`,
  help: name,
  empty: name,
  fields: Object.fromEntries(fields.map((field) => [field, `${field} of ${name}`])),
  ...(fields.includes('state')
    ? {
        values: {
          state: { lead: 'New', won: 'Won' },
          channels: { mail: 'Mail', phone: 'Phone' },
          flag: ['Off', 'On'],
        },
      }
    : {}),
})

const blocksOf = (all: Readonly<Record<string, Collection>>) =>
  Object.fromEntries(
    Object.entries(all).map(([name, { config }]) => [
      name,
      block(name, Object.keys(config.fields)),
    ]),
  )

/** Messages of the collections above, the same in both languages. */
export const testMessages = blocksOf(testCollections)
