/** Requests of sub-accounts for quota, which their main account grants or declines. */
import * as z from 'zod/mini'
import { Role } from '#contract/account-role.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { defineCollection, optional, ownAndMain, withDefault } from '#contract/collection.ts'
import { Done, post } from '#contract/endpoint.ts'
import { choice, numberUpTo, text } from '#contract/field-constructors.ts'
import { Id, WireTime } from '#contract/vocabulary.ts'

const limits = businessLimits.quotaRequests

/** Characters, voice units and images asked for; a request has at least one of them. */
const asked = {
  charNum: optional(numberUpTo(limits.amount)),
  voiceNum: optional(numberUpTo(limits.amount)),
  imageNum: optional(numberUpTo(limits.amount)),
}
const reason = optional(text({ max: limits.text }))
const answer = optional(text({ max: limits.text }))
const OneRequest = z.object({ id: Id })

export const quotaRequests = defineCollection('quotaRequests', {
  path: 'quotaRequest',
  fields: {
    ...asked,
    reason,
    /**
     * `withdrawn`: by the sub-account; `ended`: because the sub-account was disabled.
     */
    state: withDefault(
      choice(['open', 'granted', 'declined', 'withdrawn', 'ended'], {
        tones: {
          open: 'primary',
          granted: 'success',
          declined: 'warning',
          withdrawn: 'plain',
          ended: 'plain',
        },
      }),
      'open',
    ),
    grantedCharNum: optional(numberUpTo(limits.amount)),
    grantedVoiceNum: optional(numberUpTo(limits.amount)),
    grantedImageNum: optional(numberUpTo(limits.amount)),
    /** What the main account said to it. */
    answer,
    /** When it was granted or declined, or when it ended. */
    decisionDateTime: optional(WireTime),
  },
  /** Role of the sub-account that asks: only the main account decides on its request. */
  computed: { accountRole: z.optional(Role) },
  filters: ['state'],
  atMostOne: { state: 'open' },
  maxRows: limits.perUser,
  scope: ownAndMain,
  access: { read: 'member', write: 'nobody' },
  accountRoles: { read: ['deputy'] },
  support: 'shown',
  calls: {
    ask: post('/quotaRequest/save', z.object({ ...asked, reason }), Done, {
      access: 'sub',
      once: true,
    }),
    withdraw: post('/quotaRequest/withdraw', OneRequest, Done, { access: 'sub', once: true }),
    /** Distributes what was asked for. */
    grant: post('/quotaRequest/grant', OneRequest, Done, {
      access: 'main',
      accountRoles: ['deputy'],
      audit: { act: 'requestGranted' },
      mutatesBalance: true,
    }),
    /** Distributes other amounts than those asked for. */
    grantOther: post('/quotaRequest/grantOther', z.object({ id: Id, ...asked, answer }), Done, {
      access: 'main',
      accountRoles: ['deputy'],
      audit: { act: 'requestGranted' },
      mutatesBalance: true,
    }),
    decline: post('/quotaRequest/decline', z.object({ id: Id, answer }), Done, {
      access: 'main',
      accountRoles: ['deputy'],
      audit: { act: 'requestDeclined' },
      once: true,
    }),
  },
})
