/** Payment result of the order in the URL, by polling; the URL is no proof (spec 2.37). */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { signOut, onSessionChange, isSignedIn } from '#client/session/session.ts'
import { call } from '#client/api/call.ts'
import { WireError } from '#contract/failure.ts'
import { orders, type OrderWithEvents } from '#contract/orders.ts'

/** Payment result of the order in the URL, reloaded when the session changes. */
export function useResult(id: string | null): Result {
  const signedIn = useSignedIn()
  const [result, setResult] = useState<Result>({ type: 'asking' })
  useEffect(() => {
    if (id === null || !signedIn) return
    const controller = new AbortController()
    void reportResults(id, controller.signal, setResult)
    return () => controller.abort()
  }, [id, signedIn])
  if (id === null) return { type: 'unknown' }
  return signedIn ? result : { type: 'signedOut' }
}

async function reportResults(id: string, signal: AbortSignal, setResult: (result: Result) => void) {
  for await (const result of pollOrder(id, signal)) {
    if (signal.aborted) return
    // Signs out in all tabs when the session has expired.
    if (result.type === 'signedOut') signOut()
    setResult(result)
  }
}

type Result =
  | { type: 'asking' | 'waiting' | 'late' | 'notYours' | 'signedOut' | 'unknown' }
  /** `order` if the backend returns it. */
  | { type: 'paid'; order?: OrderWithEvents | undefined }
  | { type: 'closed'; status: 'T' | 'C' }
  | { type: 'failed'; error: unknown }

export const polling = {
  /** Milliseconds between polls. */
  interval: 2_000,
  maxPolls: 30,
  /** Polls per query of the gateway, which is part of the first of them. */
  pollsPerFlush: 5,
}

/** Ends with a final or a provisional result. Yields nothing after `signal` aborts. */
async function* pollOrder(id: string, signal: AbortSignal): AsyncGenerator<Result> {
  yield { type: 'asking' }
  let lastType: Result['type'] = 'asking'
  for (let poll = 0; poll < polling.maxPolls && !signal.aborted; poll++) {
    const shouldFlush = poll % polling.pollsPerFlush === 0
    const result = await loadResult(id, shouldFlush, signal)
    if (signal.aborted) return
    if (result.type !== 'waiting' && result.type !== 'failed') return yield result
    if (result.type !== lastType) yield result
    lastType = result.type
    await new Promise((resolve) => setTimeout(resolve, polling.interval))
  }
  if (!signal.aborted && lastType === 'waiting') yield { type: 'late' }
}

/** `shouldFlush`: also queries the gateway if the order is unpaid. */
async function loadResult(id: string, shouldFlush: boolean, signal: AbortSignal): Promise<Result> {
  const loadStatus = async () => (await call(orders.payInfo, { id }, { signal })).payStatus
  try {
    let status = await loadStatus()
    if (status === 'W' && shouldFlush) {
      await call(orders.flush, { id }, { signal }).catch(() => undefined)
      status = await loadStatus()
    }
    if (status === 'W') return { type: 'waiting' }
    if (status !== 'P') return { type: 'closed', status }
    return {
      type: 'paid',
      order: await call(orders.get, { id }, { signal }).catch(() => undefined),
    }
  } catch (error) {
    return resultOfError(error)
  }
}

/** Network errors are retried. A refusal is final. */
function resultOfError(error: unknown): Result {
  const failure = error instanceof WireError ? error.failure : undefined
  if (failure?.kind === 'expired') return { type: 'signedOut' }
  if (failure?.kind === 'refused') return { type: 'notYours' }
  return { type: 'failed', error }
}

/** Sign-in state of all tabs as a React hook. */
const useSignedIn = (): boolean => useSyncExternalStore(onSessionChange, isSignedIn)
