/** API keys, by which programs of an account translate. */
import * as z from 'zod/mini'
import { businessLimits } from '#contract/business-limits.ts'
import { defineCollection, optional, ownAndMain } from '#contract/collection.ts'
import { Done, post } from '#contract/endpoint.ts'
import { choice, choices, date, numberUpTo, text } from '#contract/field-constructors.ts'
import {
  Count,
  fieldTypeRegistry,
  Flag,
  Id,
  Text,
  TranslationChannelId,
  WireTime,
} from '#contract/vocabulary.ts'

const limits = businessLimits.apiKeys

/** What a key may do. `logs`: read-only. */
export const keyScopes = ['translate', 'documents', 'glossaries', 'usage', 'logs'] as const
export type KeyScope = (typeof keyScopes)[number]

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/**
 * Whether it is the address of a network in CIDR notation, or of one computer. Without zod's own
 * formats, which the login page would load too.
 */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...others] = text.split('/')
  const isV6 = address.includes(':')
  const hasPrefix = prefix === undefined || /^(?:0|[1-9]\d{0,2})$/.test(prefix)
  return (
    others.length === 0 &&
    hasPrefix &&
    Number(prefix ?? 0) <= (isV6 ? 128 : 32) &&
    (isV6 ? isIpv6(address) : ipv4.test(address))
  )
}

function isIpv6(address: string): boolean {
  if (!/^[\da-f:.]+$/i.test(address)) return false
  try {
    return new URL(`http://[${address}]`).hostname !== ''
  } catch {
    return false
  }
}

const Network = z.string().check(z.refine(isNetwork))
const Networks = z.array(Network).check(z.maxLength(limits.networks))
/** Length of the longest network: IPv6 with its prefix. */
const networkLength = 43
fieldTypeRegistry.add(Networks, {
  kind: 'tags',
  maxCount: limits.networks,
  maxLength: networkLength,
})

/** `rotated`: its former secret is still valid. */
const KeyState = choice(['active', 'rotated', 'expired', 'revoked'], {
  tones: { active: 'success', rotated: 'primary', expired: 'warning', revoked: 'plain' },
})

/**
 * `tranChannelId`: the channel that the key translates with, by default that of the account.
 * `dailyCharNum`, `monthlyCharNum`: characters that it may use per day and month of the business
 * calendar. `networks`: those that it is accepted from, by default all. `lastDay`: the last day on
 * which it is valid, by default without end.
 */
const fields = {
  name: text({ max: limits.name }),
  scopes: choices(keyScopes),
  tranChannelId: optional(TranslationChannelId),
  dailyCharNum: optional(numberUpTo(limits.cap)),
  monthlyCharNum: optional(numberUpTo(limits.cap)),
  networks: optional(Networks),
  lastDay: optional(date()),
}

/** A new key. `key` is in no other answer. */
export const IssuedKey = z.object({ id: Id, name: Text, key: Text })
export type IssuedKey = z.output<typeof IssuedKey>

const OneKey = z.object({ id: Id })

export const apiKeys = defineCollection('apiKeys', {
  path: 'apiKey',
  fields,
  /**
   * `hint`: the beginning and the end of the key. `usedTodayNum`, `usedThisMonthNum`: characters, by
   * the business calendar.
   */
  computed: {
    hint: Text,
    state: KeyState,
    lastUseDateTime: z.nullish(WireTime),
    usedTodayNum: Count,
    usedThisMonthNum: Count,
  },
  search: { name: ['name'] },
  sortBy: ['name'],
  maxRows: limits.perUser,
  scope: ownAndMain,
  access: { read: 'member', write: 'member', create: 'nobody' },
  audit: { edit: 'keyChanged', remove: 'keyDeleted' },
  support: 'shown',
  calls: {
    issue: post('/apiKey/save', z.object(fields), IssuedKey, {
      access: 'member',
      needs: 'createApiKey',
      audit: { act: 'keyIssued', name: 'name', details: ['dailyCharNum', 'monthlyCharNum'] },
      once: true,
      returnsSecret: true,
    }),
    /** Issues a new secret; the former one stays valid for `businessLimits.apiKeys.overlapHours`. */
    rotate: post('/apiKey/rotate', OneKey, IssuedKey, {
      access: 'member',
      audit: { act: 'keyRotated' },
      once: true,
      returnsSecret: true,
    }),
    revoke: post('/apiKey/revoke', OneKey, Done, {
      access: 'member',
      audit: { act: 'keyRevoked' },
    }),
    /** Whether sub-accounts may have keys of their own. */
    allowSubAccounts: post('/apiKey/allowSubAccounts', z.object({ allowed: Flag }), Done, {
      access: 'main',
      audit: { act: 'subAccountKeysAllowed', details: ['allowed'] },
      once: true,
    }),
  },
})
