/** Payment result of the order in the URL, by polling; the URL is no proof (spec 2.37). */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { signOut, onSessionChange, isSignedIn } from '#client/session/session.ts'
import { call } from '#client/api/call.ts'
import { WireError } from '#contract/failure.ts'
import { orders, type OrderWithEvents } from '#contract/orders.ts'

/** Payment result of the order in the URL, reloaded when the session changes. */
export function useResult(id: string | null): Result {
  const signedIn = useSignedIn()
  const [result, setResult] = useState<Result>({ is: 'asking' })
  useEffect(() => {
    if (id === null || !signedIn) return
    const leaving = new AbortController()
    void follow(id, leaving.signal, setResult)
    return () => leaving.abort()
  }, [id, signedIn])
  if (id === null) return { is: 'unknown' }
  return signedIn ? result : { is: 'signedOut' }
}

async function follow(id: string, signal: AbortSignal, setResult: (result: Result) => void) {
  for await (const result of pollOrder(id, signal)) {
    if (signal.aborted) return
    // Signs out in all tabs when the session has expired.
    if (result.is === 'signedOut') signOut()
    setResult(result)
  }
}

type Result =
  | { is: 'asking' | 'waiting' | 'late' | 'notYours' | 'signedOut' | 'unknown' }
  /** `order` if the backend returns it. */
  | { is: 'paid'; order?: OrderWithEvents | undefined }
  | { is: 'closed'; status: 'T' | 'C' }
  | { is: 'failed'; error: unknown }

/** Milliseconds between polls, number of polls, and every how many polls the gateway is queried. */
export const pace = { between: 2_000, times: 30, flushes: 5 }

/** Ends with a final or a provisional result. Yields nothing after `signal` aborts. */
async function* pollOrder(id: string, signal: AbortSignal): AsyncGenerator<Result> {
  yield { is: 'asking' }
  let last: Result['is'] = 'asking'
  for (let round = 0; round < pace.times && !signal.aborted; round++) {
    const result = await ask(id, round % pace.flushes === 0, signal)
    if (signal.aborted) return
    if (result.is !== 'waiting' && result.is !== 'failed') return yield result
    if (result.is !== last) yield result
    last = result.is
    await new Promise((resolve) => setTimeout(resolve, pace.between))
  }
  if (!signal.aborted && last === 'waiting') yield { is: 'late' }
}

async function ask(id: string, flush: boolean, signal: AbortSignal): Promise<Result> {
  const payStatus = async () => (await call(orders.payInfo, { id }, { signal })).payStatus
  try {
    let status = await payStatus()
    if (status === 'W' && flush) {
      await call(orders.flush, { id }, { signal }).catch(() => undefined)
      status = await payStatus()
    }
    if (status === 'W') return { is: 'waiting' }
    if (status !== 'P') return { is: 'closed', status }
    return { is: 'paid', order: await call(orders.get, { id }, { signal }).catch(() => undefined) }
  } catch (error) {
    return resultOfError(error)
  }
}

/** Network errors are retried. A refusal is final. */
function resultOfError(error: unknown): Result {
  const failure = error instanceof WireError ? error.failure : undefined
  if (failure?.kind === 'expired') return { is: 'signedOut' }
  if (failure?.kind === 'refused') return { is: 'notYours' }
  return { is: 'failed', error }
}

/** Sign-in state of all tabs as a React hook. */
const useSignedIn = (): boolean => useSyncExternalStore(onSessionChange, isSignedIn)
