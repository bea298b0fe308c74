/** Alerts: what the owner of an account is notified of, by what means, and at which hours not. */
import * as z from 'zod/mini'
import { Done, get, Nothing, post } from '#contract/endpoint.ts'
import { choice } from '#contract/field-constructors.ts'
import { Flag, Id, Text } from '#contract/vocabulary.ts'

export const alertKinds = [
  'lowBalance',
  'planExpiring',
  'paymentFailed',
  'quotaAsked',
  'unusualUse',
  'keyExpiring',
] as const
export type AlertKind = (typeof alertKinds)[number]
const Kind = choice(alertKinds)

/** Means that the owner turns on and off for each kind; webhooks choose their events themselves. */
export const alertMeans = ['bell', 'mail'] as const
export type AlertMeans = (typeof alertMeans)[number]

/** `HH:MM` in the business time zone. */
const TimeOfDay = Text.check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/**
 * In quiet hours, which may pass midnight, mails and robots wait for their end; the bell and programs
 * do not. Neither time: no quiet hours.
 */
const quietHours = { quietFrom: z.nullish(TimeOfDay), quietUntil: z.nullish(TimeOfDay) }

/** `webhooks`: those that are registered for the kind. `mailTo`: the owner's address, if there is one. */
export const AlertSettings = z.object({
  kinds: z.array(
    z.object({
      kind: Kind,
      bell: Flag,
      mail: Flag,
      webhooks: z.array(z.object({ id: Id, name: Text })),
    }),
  ),
  mailTo: z.nullish(Text),
  ...quietHours,
})
export type AlertSettings = z.output<typeof AlertSettings>

export const alerts = {
  get: get('/alert/get', Nothing, AlertSettings, { access: 'main', support: 'shown' }),
  setMeans: post(
    '/alert/setMeans',
    z.object({ kind: Kind, means: choice(alertMeans), on: Flag }),
    Done,
    { access: 'main', once: true, audit: { act: 'alertsChanged' } },
  ),
  saveQuietHours: post('/alert/saveQuietHours', z.object(quietHours), Done, {
    access: 'main',
    once: true,
    audit: { act: 'alertsChanged' },
  }),
}
