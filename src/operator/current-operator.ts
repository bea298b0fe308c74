/** The signed-in operator: loaded once when the page opens, cached in the tab, and as a hook. */
import { useSyncExternalStore } from 'react'
import { call } from '#client/api/call.ts'
import { parseJson } from '#client/browser.ts'
import { onSessionChange, rememberUser, isSignedIn } from '#client/session/session.ts'
import { sessionKeys, tabStore } from '#client/storage.ts'
import { validate } from '#contract/issues.ts'
import { CurrentOperator, operatorSession } from '#contract/operator/session.ts'

let lastRead: { text: string | null; operator: CurrentOperator | null } = {
  text: null,
  operator: null,
}

/** Cached operator, the same object until it changes. Null if signed out or not loaded yet. */
export function getCachedOperator(): CurrentOperator | null {
  const text = isSignedIn() ? tabStore.get(sessionKeys.user) : null
  if (text !== lastRead.text) {
    const operator = validate(CurrentOperator, parseJson(text))
    lastRead = { text, operator: operator.ok ? operator.value : null }
  }
  return lastRead.operator
}

export async function loadOperator(): Promise<CurrentOperator> {
  const operator = await call(operatorSession.get, {})
  rememberUser(operator)
  return operator
}

export function useCurrentOperator(): CurrentOperator | null {
  return useSyncExternalStore(onSessionChange, getCachedOperator)
}
