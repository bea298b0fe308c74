/**
 * What the side of the work space shows, asked for anew whenever the server says that it has
 * changed; and doing something about it.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { onChanged } from '#console/refine/live.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'

const key = 'workspace'

/** `wanted`: whether one may ask at all. */
export function useWorkspaceQuery<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  expected = true,
) {
  const { serves } = useCapabilities()
  return useQuery<OutputOf<E>>({
    queryKey: [key, endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled: expected && serves(endpoint),
  })
}

/** What it returns asks for everything anew, and settles when it is shown. */
function useRefresh(): () => Promise<void> {
  const cache = useQueryClient()
  return useCallback(() => cache.invalidateQueries({ queryKey: [key] }), [cache])
}

/**
 * Asks for everything anew when the server says that it has changed: one component does this for
 * all.
 */
export function useRefreshWorkspace(): () => Promise<void> {
  const refresh = useRefresh()
  useEffect(() => {
    const unsubscribe = onChanged((about) => void (about.includes('workSpace') && refresh()))
    return unsubscribe
  }, [refresh])
  return refresh
}

/**
 * `make` makes a call and says that it is done, or what went wrong; it tells whether it was done.
 */
export function useWorkspaceMutation() {
  const refresh = useRefresh()
  const [working, setWorking] = useState(false)
  const make = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, done: string) => {
    setWorking(true)
    try {
      await idempotentCall(endpoint, input)
      notifyDone(done)
      return true
    } catch (error) {
      notifyFailure(error)
      return false
    } finally {
      setWorking(false)
      // Refused is often outdated: show how things are.
      await refresh()
    }
  }
  return { working, make, refresh }
}
