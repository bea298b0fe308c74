/** Changes the operator's own password; ends every session. */
import { form } from '#console/engine/resource.ts'
import { operatorSession } from '#contract/operator/session.ts'

export default form(
  { changePassword: operatorSession.changePassword },
  { route: 'operator/change-password', forms: { changePassword: {} } },
)
