/** Changes the password by the old one or a mailed code; ends every session (spec 2.27, 5.4). */
import { form } from '#console/engine/resource.ts'
import { login } from '#contract/login.ts'
import { users } from '#contract/users.ts'

export default form(
  { ...users, resetPassword: login.resetPassword },
  {
    route: 'UserCenterChangePassword',
    menu: ['memberCentre', 3, 'key'],
    forms: {
      changePassword: {},
      resetPassword: { readOnly: { email: 'account' }, when: { parentUserId: [null, undefined] } },
    },
  },
)
