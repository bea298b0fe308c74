/** The one shape of every JSON answer: `{success, data, msg}` (section 7). */
import * as z from 'zod/mini'

export const Envelope = z.object({
  success: z.boolean(),
  data: z.optional(z.unknown()),
  msg: z.nullish(z.string()),
})
export type Envelope = z.output<typeof Envelope>

/**
 * What a refusal (`success: false`) may carry in `data`: a code to tell refusals apart,
 * and for a wrong input a sentence per item. Another backend need not send either. `challenge`
 * comes with `secondStepNeeded`.
 */
export const RefusalData = z.object({
  code: z.optional(z.string()),
  // Not z.record: nothing else would load it on the login page.
  fields: z.optional(z.catchall(z.object({}), z.string())),
  challenge: z.optional(z.string()),
})
export type RefusalData = z.output<typeof RefusalData>

/** The header that names a request in the server's log and in what the user may report. */
export const requestIdHeader = 'x-request-id'
export const idempotencyHeader = 'idempotency-key'
