/** The order whose payer has gone to a cashier in this tab: who comes back by the back button instead is asked how it went. */
import { currentSession } from '#client/session.ts'
import { tabStore } from '#client/storage.ts'
import { times } from '#contract/limits.ts'

export type HandedOver = { readonly id: string | number; readonly no: string; readonly amount: number; readonly what: string }

const key = 'handedOver'

export function rememberHandOver({ id, no, amount, what }: HandedOver): void {
  tabStore.set(key, JSON.stringify({ id, no, amount, what, at: Date.now(), userId: currentSession()?.userId }))
}

/** Null when there is none, when it is somebody else’s, or too old to be paid. It is told once. */
export function takeHandedOver(): HandedOver | null {
  const text = tabStore.get(key)
  tabStore.remove(key)
  try {
    const { id, no, amount, what, at, userId } = JSON.parse(text ?? '') as HandedOver & { at: number; userId?: string }
    return userId === currentSession()?.userId && Date.now() - at < times.orderUnpaid ? { id, no, amount, what } : null
  } catch {
    return null
  }
}
