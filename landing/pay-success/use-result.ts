/** Payment result of the order in the URL, reloaded when the session changes. */
import { useEffect, useState } from 'react'
import { signOut } from '#client/session/session.ts'
import { pollOrder, type Result } from '#landing/pay-success/poll-order.ts'
import { useSignedIn } from '#landing/use-signed-in.ts'

export function useResult(id: string | null): Result {
  const signedIn = useSignedIn()
  const [result, setTold] = useState<Result>({ is: 'asking' })
  useEffect(() => {
    if (id === null || !signedIn) return
    const leaving = new AbortController()
    void tell(id, leaving.signal, setTold)
    return () => leaving.abort()
  }, [id, signedIn])
  if (id === null) return { is: 'unknown' }
  return signedIn ? result : { is: 'signedOut' }
}

async function tell(id: string, signal: AbortSignal, setTold: (result: Result) => void) {
  for await (const result of pollOrder(id, signal)) {
    if (signal.aborted) return
    // Signs out in all tabs when the session has expired.
    if (result.is === 'signedOut') signOut()
    setTold(result)
  }
}
