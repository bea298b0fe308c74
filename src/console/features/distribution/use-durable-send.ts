/** Sends a change of quota durably: after a reload and in other tabs, the same one takes effect once. */
import { useInvalidate } from '@refinedev/core'
import { useEffect, useRef, useState } from 'react'
import {
  discardMutation,
  isOutcomeUnknown,
  listCompletedSince,
  listPendingMutations,
  onMutationsElsewhere,
  type DurableMutation,
} from '#client/api/idempotent-call.ts'
import { loadUser } from '#client/session/current-user.ts'

type Options = {
  /** Whether a change of this or another tab concerns this form. */
  concerns: (mutation: DurableMutation) => boolean
  /** When the balances that the user sees were loaded, in Unix milliseconds. */
  since: number
  /** Reloads these balances. */
  reload: () => unknown
  /** Another tab completed a change since then. */
  onCompletedElsewhere?: () => void
}

export type DurableSend = {
  readonly isWorking: boolean
  /** Of a refusal; a lost response is `unresolved` instead. */
  readonly error: unknown
  /** A change of this or another tab whose response was lost. */
  readonly unresolved: DurableMutation | undefined
  /** A change that another tab completed since the balances were loaded. */
  readonly completedElsewhere: DurableMutation | undefined
  readonly clearError: () => void
  readonly discard: () => void
}

/** `run` makes the call, and resolves to undefined if it was refused, or its response was lost. */
export function useDurableSend({
  concerns,
  since,
  reload,
  onCompletedElsewhere,
}: Options): DurableSend & { readonly run: <T>(send: () => Promise<T>) => Promise<T | undefined> } {
  const invalidate = useInvalidate()
  const findUnresolved = () => listPendingMutations().findLast(concerns)
  const [isWorking, setWorking] = useState(false)
  const [error, setError] = useState<unknown>()
  const [unresolved, setUnresolved] = useState(findUnresolved)
  const [completedElsewhere, setCompletedElsewhere] = useState<DurableMutation>()
  const onOtherMutations = () => {
    if (isWorking) return
    setUnresolved(findUnresolved())
    const done = listCompletedSince(since).findLast(concerns)
    if (!done) return
    setCompletedElsewhere(done)
    onCompletedElsewhere?.()
    void reload()
  }
  const latestListener = useRef(onOtherMutations)
  useEffect(() => {
    latestListener.current = onOtherMutations
  })
  useEffect(() => {
    const unsubscribe = onMutationsElsewhere(() => latestListener.current())
    return unsubscribe
  }, [])
  return {
    isWorking,
    error,
    unresolved,
    completedElsewhere,
    clearError: () => setError(undefined),
    discard: () => {
      if (unresolved) discardMutation(unresolved)
      setUnresolved(findUnresolved())
      void reload()
    },
    async run(send) {
      setWorking(true)
      setError(undefined)
      setCompletedElsewhere(undefined)
      try {
        const result = await send()
        setUnresolved(undefined)
        return result
      } catch (failure) {
        setUnresolved(findUnresolved())
        if (!isOutcomeUnknown(failure)) setError(failure)
        void reload()
        return undefined
      } finally {
        void loadUser().catch(() => undefined)
        void invalidate({ resource: 'subAccounts', invalidates: ['list', 'detail'] })
        setWorking(false)
      }
    },
  }
}
