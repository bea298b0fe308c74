/** Role of a sub-account, by which it acts for its main account. */
import { accountRoles } from '#contract/endpoint.ts'
import { choice } from '#contract/field-constructors.ts'

/** `member`: without a role. */
export const Role = choice(['member', ...accountRoles], {
  tones: { member: 'plain', accountant: 'primary', deputy: 'primary' },
})
