/** Envelope of every JSON response: `{success, data, msg}` (spec section 7). */
import * as z from 'zod/mini'

export const Envelope = z.object({
  success: z.boolean(),
  data: z.optional(z.unknown()),
  msg: z.nullish(z.string()),
})
export type Envelope = z.output<typeof Envelope>

/**
 * Optional `data` of an error (`success: false`): an error code, and messages by field for invalid
 * input. Other backends may omit both. `challenge` accompanies `secondStepNeeded`.
 */
export const RefusalData = z.object({
  code: z.optional(z.string()),
  // z.record would add to the bundle of the login page, which uses it nowhere else.
  fields: z.optional(z.catchall(z.object({}), z.string())),
  challenge: z.optional(z.string()),
})
export type RefusalData = z.output<typeof RefusalData>

/** Correlates a request with the server's log; shown to the user for support. */
export const requestIdHeader = 'x-request-id'
export const idempotencyHeader = 'idempotency-key'
