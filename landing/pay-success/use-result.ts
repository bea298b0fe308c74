/**
 * What became of the order in the address, for whoever is signed in; asked anew when that changes.
 */
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
    // The session is over: whoever is asked for it here and in other tabs signs in anew.
    if (result.is === 'signedOut') signOut()
    setTold(result)
  }
}
