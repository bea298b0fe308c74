/** Registrations by invitation, and the rewards for them. */
import * as z from 'zod/mini'
import { get, pageOf, pageQuery } from '#contract/endpoint.ts'
import { code, Id, Text, WireTime } from '#contract/vocabulary.ts'

/**
 * Whether the reward was granted, or why not. `self`: a second account of the inviter. `again`: the
 * email address was rewarded before, or belonged to an earlier account. `browser`: a recent
 * registration in the same browser. `network`, `day`: daily limit per network or per inviter.
 */
export const InviteReward = code('inviteReward', [
  'given',
  'self',
  'again',
  'browser',
  'network',
  'day',
])

/**
 * `name` is masked, because the inviter must not learn the address; null after that account is
 * cancelled.
 */
export const Invite = z.object({
  id: Id,
  name: z.nullish(Text),
  reward: InviteReward,
  registerDateTime: WireTime,
})
export type Invite = z.output<typeof Invite>

export const invites = {
  page: get('/user/invite/page', pageQuery({}), pageOf(Invite), {
    access: 'main',
    support: 'shown',
  }),
}
