/** Read-only views of an account by support, which the user of the account allows or refuses. */
import * as z from 'zod/mini'
import { Done, Nothing, post } from '#contract/endpoint.ts'
import { Count, Flag, Id, Text, WireTime } from '#contract/vocabulary.ts'

/** Minutes until an unanswered request expires, and until a view ends after the consent. */
export const supportViewMinutes = { answer: 15, view: 30 } as const

/**
 * The request that awaits the user's answer, or the view that the user allowed. `opened`: whether
 * support has opened the account yet. It ends at `untilDateTime`, in `secondsLeft`.
 */
export const SupportView = z.object({
  id: Id,
  state: z.enum(['asked', 'allowed']),
  opened: Flag,
  operatorName: Text,
  reason: Text,
  minutes: Count,
  untilDateTime: WireTime,
  secondsLeft: Count,
})
export type SupportView = z.output<typeof SupportView>

export const supportViews = {
  answer: post('/supportView/answer', z.object({ id: Id, allowed: Flag }), Done, {
    access: 'member',
  }),

  end: post('/supportView/end', z.object({ id: Id }), Done, {
    access: 'member',
  }),

  /** The only change that a read-only session may make. */
  leave: post('/supportView/leave', Nothing, Done, {
    access: 'member',
    viewerOnly: true,
  }),
}
