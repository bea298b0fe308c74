/** Queries and mutations of the workspace; refetched when the server reports a change. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { onTopicsChanged } from '#console/refine/live.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'

const key = 'workspace'

/** `enabled`: whether to run the query. */
export function useWorkspaceQuery<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  enabled = true,
) {
  const { serves } = useCapabilities()
  return useQuery<OutputOf<E>>({
    queryKey: [key, endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled: enabled && serves(endpoint),
  })
}

/** Returns a function that refetches all workspace queries and resolves when they are done. */
function useRefresh(): () => Promise<void> {
  const cache = useQueryClient()
  return useCallback(() => cache.invalidateQueries({ queryKey: [key] }), [cache])
}

/** Also refetches when the server reports a change. Use it in one component only. */
export function useRefreshWorkspace(): () => Promise<void> {
  const refresh = useRefresh()
  useEffect(() => {
    const unsubscribe = onTopicsChanged((about) => void (about.includes('workSpace') && refresh()))
    return unsubscribe
  }, [refresh])
  return refresh
}

/** `make` performs a call, reports success or failure, and resolves to whether it succeeded. */
export function useWorkspaceMutation() {
  const refresh = useRefresh()
  const [isWorking, setWorking] = useState(false)
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
      // A rejection often means outdated data, so refetch in any case.
      await refresh()
    }
  }
  return { isWorking, make, refresh }
}
