/**
 * Two ways to a new password, either of which ends every session (spec 2.27, 5.4): by the old one,
 * or by a code mailed to a main account.
 */
import { form } from '#console/engine/resource.ts'
import { login } from '#contract/login.ts'
import { users } from '#contract/users.ts'

export default form(
  { ...users, resetPassword: login.resetPassword },
  {
    route: 'UserCenterChangePassword',
    menu: ['memberCentre', 3, 'key'],
    tabs: ['account', 2],
    forms: {
      changePassword: {},
      resetPassword: { prefill: { email: 'account' }, when: { parentUserId: [null, undefined] } },
    },
  },
)
