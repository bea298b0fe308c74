/** The signed-in operator: loaded when the page opens, cached in the tab, and as a hook. */
import { call } from '#client/api/call.ts'
import { cachedUserReader, rememberUser } from '#client/session/session.ts'
import { userHook } from '#console/refine/current-user.ts'
import { CurrentOperator, operatorSession } from '#contract/operator/session.ts'

export const getCachedOperator = cachedUserReader(CurrentOperator)

export async function loadOperator(): Promise<CurrentOperator> {
  const operator = await call(operatorSession.get, {})
  rememberUser(operator)
  return operator
}

export const useCurrentOperator = userHook(getCachedOperator)
