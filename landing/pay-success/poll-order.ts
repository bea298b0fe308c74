/** Payment result of the order in the URL, by the poll of the payment; the URL is no proof (spec 2.37). */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { resumePayment } from '#client/payment/driver.ts'
import type { State } from '#client/payment/machine.ts'
import { signOut, onSessionChange, isSignedIn } from '#client/session/session.ts'
import { call } from '#client/api/call.ts'
import { WireError } from '#contract/failure.ts'
import { orders, type OrderWithEvents } from '#contract/orders.ts'

/** Payment result of the order in the URL, reloaded when the session changes. */
export function useResult(id: string | null): Result {
  const signedIn = useSignedIn()
  const [result, setResult] = useState<Result>({ type: 'asking' })
  useEffect(() => {
    if (id === null || !signedIn) return undefined
    const controller = new AbortController()
    const stop = pollOrder(id, controller.signal, (next) => {
      // Signs out in all tabs when the session has expired.
      if (next.type === 'signedOut') signOut()
      setResult((shown) => (shown.type === next.type && next.type !== 'failed' ? shown : next))
    })
    return () => {
      controller.abort()
      stop()
    }
  }, [id, signedIn])
  if (id === null) return { type: 'unknown' }
  return signedIn ? result : { type: 'signedOut' }
}

type Result =
  | { type: 'asking' | 'waiting' | 'late' | 'notYours' | 'signedOut' | 'unknown' }
  /** `order` if the backend returns it. */
  | { type: 'paid'; order?: OrderWithEvents | undefined }
  | { type: 'closed'; status: 'T' | 'C' }
  | { type: 'failed'; error: unknown }

/** Milliseconds: how long the order is polled, and how often the gateway is queried meanwhile. */
export const polling = { period: 60_000, flushInterval: 10_000 }

/** Reports results until the order is paid or closed. Returns the function that stops it. */
function pollOrder(id: string, signal: AbortSignal, report: (result: Result) => void): () => void {
  let lastCheck: { error?: unknown } | undefined
  let flushedAt = Number.NEGATIVE_INFINITY
  const loadStatus = async () => (await call(orders.payInfo, { id }, { signal })).payStatus
  const flush = () => call(orders.flush, { id }, { signal }).catch(() => undefined)
  const check = async () => {
    const status = await loadStatus()
    if (status !== 'W' || Date.now() < flushedAt + polling.flushInterval) return status
    flushedAt = Date.now()
    await flush()
    return loadStatus()
  }
  const showPaid = async () => {
    const order = await call(orders.get, { id }, { signal }).catch(() => undefined)
    if (!signal.aborted) report({ type: 'paid', order })
  }
  const driver = resumePayment(
    {
      flush,
      check: async () => {
        try {
          const status = await check()
          lastCheck = {}
          return status
        } catch (error) {
          lastCheck = { error }
          throw error
        }
      },
      succeed: () => void showPaid(),
      endsSession: (error) => {
        const result = finalResultOf(error)
        if (result) report(result)
        return result !== undefined
      },
    },
    { id, no: '', code: '', usesForm: false },
    Date.now() + polling.period,
  )
  report({ type: 'asking' })
  return driver.subscribe(() => {
    const result = lastCheck && toResult(driver.state(), lastCheck.error)
    if (result) report(result)
  })
}

/** Undefined for states that report their result themselves. */
function toResult(state: State, error: unknown): Result | undefined {
  if (state.at === 'closed') return { type: 'closed', status: state.status }
  if (state.at !== 'watching' && state.at !== 'question') return undefined
  if (error !== undefined) return { type: 'failed', error }
  return { type: state.at === 'watching' ? 'waiting' : 'late' }
}

/** Other errors are retried. */
function finalResultOf(error: unknown): Result | undefined {
  const failure = error instanceof WireError ? error.failure : undefined
  if (failure?.kind === 'expired') return { type: 'signedOut' }
  return failure?.kind === 'refused' ? { type: 'notYours' } : undefined
}

/** Sign-in state of all tabs as a React hook. */
const useSignedIn = (): boolean => useSyncExternalStore(onSessionChange, isSignedIn)
