/** Who registered by one's invitation, and what it brought them. */
import * as z from 'zod/mini'
import { get, pageOf, pageQuery } from '#contract/endpoint.ts'
import { code, Id, Text, WireTime } from '#contract/vocabulary.ts'

/**
 * Whether the reward was given, or why not: one's own second account; a mailbox that was rewarded
 * before, or had an account; another account opened in the same browser lately; too many rewards in
 * one network, or by one inviter, in a day.
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
 * `name` is masked: who invites has no right to the address of who comes. Null once that account is
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
    summary:
      'Lists who registered through the user’s invitation, newest first, and whether they got the reward.',
  }),
}
