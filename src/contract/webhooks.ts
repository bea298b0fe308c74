/** Webhooks: addresses to which the server reports events of an account, and its deliveries. */
import * as z from 'zod/mini'
import { businessLimits } from '#contract/business-limits.ts'
import { accountGroup, defineCollection, optional, withDefault } from '#contract/collection.ts'
import { Done, post } from '#contract/endpoint.ts'
import { fapiaoFiles } from '#contract/fapiaos.ts'
import { choice, choices, longText, text, webAddress, yesNo } from '#contract/field-constructors.ts'
import { reference } from '#contract/reference.ts'
import { oneLine } from '#contract/one-line-text.ts'
import { Count, Id, Text, WireTime, withFieldType } from '#contract/vocabulary.ts'

const limits = businessLimits.webhooks

/** Events that a webhook can be registered for; `toEventType` has their names in payloads. */
export const webhookEvents = [
  'balanceLow',
  'planExpiring',
  'paymentFailed',
  'quotaRequested',
  'usageUnusual',
  'orderPaid',
  'fapiaoIssued',
  'fapiaoCorrected',
  'fapiaoReversed',
  'documentDone',
  'keyExpiring',
] as const
/**
 * Ends of events, which go to the webhooks that are registered for their begin, and the test that the
 * owner sends.
 */
const deliveredEvents = [
  ...webhookEvents,
  'balanceRestored',
  'planRenewed',
  'usageNormal',
  'webhookTest',
] as const

/** `order.paid` for `orderPaid`, as the Standard Webhooks specification writes them. */
export const toEventType = (event: (typeof deliveredEvents)[number]): string =>
  event.replace(/[A-Z]/g, (letter) => `.${letter.toLowerCase()}`)

/** What is recorded now; `amount`: of the fapiao, in fen. */
const recordedFapiao = {
  fapiaoId: Text,
  fapiaoNo: Text,
  issueDate: Text,
  titleName: Text,
  orderNos: z.array(Text),
  amount: Count,
  currency: z.literal('CNY'),
}

/** What `data` of each event's payload holds. Times are in ISO 8601, money is in fen (1/100 yuan). */
export const webhookData = {
  balanceLow: z.object({ balanceChars: Count, thresholdChars: Count }),
  balanceRestored: z.object({ balanceChars: Count, thresholdChars: Count }),
  planExpiring: z.object({ expiresAt: Text, daysLeft: Count }),
  planRenewed: z.object({ expiresAt: Text }),
  /** `reason`: closed before it was paid, or paid but above the limits of the account. */
  paymentFailed: z.object({
    reason: z.enum(['unpaid', 'notCredited']),
    orderNo: Text,
    amount: Count,
    currency: z.literal('CNY'),
    packageName: Text,
  }),
  quotaRequested: z.object({
    requestId: Text,
    userId: Text,
    name: Text,
    chars: Count,
    voices: Count,
    images: Count,
    reason: z.nullable(Text),
  }),
  /** `usualChars`: the median of the person's days with use. */
  usageUnusual: z.object({ userId: Text, name: Text, day: Text, chars: Count, usualChars: Count }),
  usageNormal: z.object({ userId: Text, name: Text, day: Text, chars: Count, usualChars: Count }),
  orderPaid: z.object({
    orderNo: Text,
    amount: Count,
    currency: z.literal('CNY'),
    packageName: Text,
    paidAt: Text,
  }),
  /** `toReverse`: an order was refunded meanwhile. What is corrected later is an event of its own. */
  fapiaoIssued: z.object({ ...recordedFapiao, state: z.enum(['issued', 'toReverse']) }),
  /** `former`: what was recorded of the fapiao or of its reversal before; what differs was wrong. */
  fapiaoCorrected: z.object({
    ...recordedFapiao,
    state: z.enum(['issued', 'toReverse', 'reversed']),
    reversalNo: z.nullable(Text),
    reversalDate: z.nullable(Text),
    corrected: z.enum(fapiaoFiles),
    former: z.object({ number: Text, date: Text, amount: Count }),
    hasNewFile: z.boolean(),
    reason: Text,
  }),
  /** By a red-letter fapiao over the same sum. Until then, one that has to be reversed is valid. */
  fapiaoReversed: z.object({
    ...recordedFapiao,
    reversalNo: Text,
    reversalDate: Text,
    reason: z.nullable(Text),
  }),
  documentDone: z.object({ documentId: Text, fileName: Text, state: Text, chars: Count }),
  keyExpiring: z.object({ keyId: Text, name: Text, lastDay: Text, daysLeft: Count }),
  webhookTest: z.object({ webhookId: Text, name: Text }),
}
/** An event and its data. */
export type WebhookEvent = {
  [E in keyof typeof webhookData]: { event: E; data: z.output<(typeof webhookData)[E]> }
}[keyof typeof webhookData]

/** The event that an end belongs to. */
const beginnings: Partial<Record<WebhookEvent['event'], (typeof webhookEvents)[number]>> = {
  balanceRestored: 'balanceLow',
  planRenewed: 'planExpiring',
  usageNormal: 'usageUnusual',
}

/** The event for which its receivers are registered. */
export const toRegisteredEvent = (event: WebhookEvent['event']): string =>
  beginnings[event] ?? event

/** Group robots, which get a text in the vendor's format instead of the signed JSON. */
export const robotFormats = ['wecom', 'dingtalk', 'feishu'] as const
export type RobotFormat = (typeof robotFormats)[number]
export const webhookFormats = ['json', ...robotFormats] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** Language of a robot's messages. */
const language = choice(['zh', 'en'])
/** Secret by which DingTalk and Feishu verify signatures. */
const robotSecret = z.nullish(
  withFieldType(z.string().check(...oneLine, z.maxLength(limits.robotSecret)), { kind: 'text' }),
)

const fields = {
  name: text({ max: limits.name }),
  url: webAddress(),
  events: choices(webhookEvents),
  enabled: withDefault(yesNo(), 1),
}

/** `secret`: with which payloads are signed; it is in no other answer. */
export const IssuedWebhook = z.object({ id: Id, name: Text, secret: Text })
export type IssuedWebhook = z.output<typeof IssuedWebhook>

const OneRow = z.object({ id: Id })

const OneWebhook = z.object({ id: Id, name: Text })
/** `deliveryId`: of the delivery that has the outcome. */
const SentTest = z.object({ ...OneWebhook.shape, deliveryId: Id })
export type TestedWebhook = z.output<typeof OneWebhook> & Partial<z.output<typeof SentTest>>

export const webhooks = defineCollection('webhooks', {
  path: 'webhook',
  fields,
  /**
   * `paused`: the address has failed for `businessLimits.webhooks.retryHours`, so that nothing is
   * sent until the owner resumes it.
   */
  computed: {
    format: choice(webhookFormats),
    /** Of a robot. */
    language: z.nullish(language),
    state: choice(['on', 'off', 'paused'], {
      tones: { on: 'success', off: 'plain', paused: 'danger' },
    }),
    lastDeliveryDateTime: z.nullish(WireTime),
  },
  search: { name: ['name'] },
  sortBy: ['name'],
  unique: [['name']],
  maxRows: limits.perGroup,
  scope: accountGroup,
  access: { read: 'main', write: 'main', create: 'nobody' },
  audit: { edit: 'webhookChanged', remove: 'webhookDeleted' },
  support: 'shown',
  calls: {
    register: post('/webhook/save', z.object(fields), IssuedWebhook, {
      access: 'main',
      audit: { act: 'webhookRegistered', name: 'name' },
      once: true,
      returnsSecret: true,
    }),
    addRobot: post(
      '/webhook/addRobot',
      z.object({
        format: choice(robotFormats),
        name: fields.name,
        url: fields.url,
        robotSecret,
        language,
        events: fields.events,
      }),
      OneWebhook,
      { access: 'main', once: true },
    ),
    /** Without a secret, the former one stays. */
    editRobot: post('/webhook/editRobot', z.object({ id: Id, robotSecret, language }), Done, {
      access: 'main',
    }),
    /** Issues a new secret; until the former one ends, payloads are signed with both. */
    rotate: post('/webhook/rotate', OneRow, IssuedWebhook, {
      access: 'main',
      audit: { act: 'webhookSecretChanged' },
      once: true,
      returnsSecret: true,
    }),
    sendTest: post('/webhook/sendTest', OneRow, SentTest, { access: 'main', once: true }),
    resume: post('/webhook/resume', OneRow, Done, {
      access: 'main',
      audit: { act: 'webhookResumed' },
      once: true,
    }),
  },
})

/** Why an attempt failed without an answer of the receiver, or in spite of one. */
export const deliveryFailures = [
  'addressRefused',
  'nameUnknown',
  'tls',
  'connection',
  'timeout',
  'redirect',
  'status',
  'signing',
  'refused',
  'webhookOff',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

/**
 * An event for one webhook. `eventId`: the same for each webhook and attempt. `answerStatus`,
 * `answer`, `failure`: of the last attempt. `payload`: the JSON that is sent.
 */
export const webhookDeliveries = defineCollection('webhookDeliveries', {
  path: 'webhookDelivery',
  fields: {
    webhookId: reference(webhooks.calls, { title: 'name', deletedWith: true }),
    event: choice(deliveredEvents),
    eventId: text({ max: limits.eventId }),
    state: choice(['waiting', 'delivered', 'failed'], {
      tones: { waiting: 'warning', delivered: 'success', failed: 'danger' },
    }),
    attempts: withDefault(Count, 0),
    nextAttemptDateTime: optional(WireTime),
    answerStatus: optional(Count),
    failure: optional(choice(deliveryFailures)),
    answer: optional(longText({ max: limits.answer })),
    payload: longText({ max: limits.payload }),
  },
  title: 'eventId',
  filters: ['webhookId', 'event', 'state'],
  indexed: ['webhookId'],
  maxRows: limits.deliveries,
  deletedByAge: true,
  scope: accountGroup,
  access: { read: 'main', write: 'nobody' },
  support: 'shown',
  calls: {
    /** Sends the event again with the same id, also one that was delivered. */
    resend: post('/webhookDelivery/resend', OneRow, Done, { access: 'main', once: true }),
  },
})
