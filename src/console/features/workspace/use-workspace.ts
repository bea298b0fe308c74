/** Queries and mutations of the workspace; refetched when the server reports a change. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { onTopicsChanged } from '#console/refine/live.ts'
import { notifyDone, notifyFailure, notifyUndoable } from '#console/refine/notification.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'

const workspaceKey = 'workspace'

/** Runs only if the backend serves the endpoint. */
export function useWorkspaceQuery<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  const { serves } = useCapabilities()
  return useQuery<OutputOf<E>>({
    queryKey: [workspaceKey, endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled: serves(endpoint),
  })
}

/** Returns a function that refetches all workspace queries and resolves when they are done. */
function useRefresh(): () => Promise<void> {
  const cache = useQueryClient()
  return useCallback(() => cache.invalidateQueries({ queryKey: [workspaceKey] }), [cache])
}

/** Also refetches when the server reports a change. Use it in one component only. */
export function useRefreshWorkspace(): () => Promise<void> {
  const refresh = useRefresh()
  useEffect(() => {
    const unsubscribe = onTopicsChanged(
      (topics) => void (topics.includes('workSpace') && refresh()),
    )
    return unsubscribe
  }, [refresh])
  return refresh
}

/**
 * `mutate` performs a call, reports success or failure, and resolves to whether it succeeded. `undo`
 * is the call that takes it back, which its message offers.
 */
export function useWorkspaceMutation() {
  const refresh = useRefresh()
  const [isWorking, setWorking] = useState(false)
  const mutate = async <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    doneMessage: string,
    undo?: () => Promise<unknown>,
  ) => {
    setWorking(true)
    try {
      await idempotentCall(endpoint, input)
      if (undo) notifyUndoable(doneMessage, () => undo().finally(refresh))
      else notifyDone(doneMessage)
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
  return { isWorking, mutate, refresh }
}
