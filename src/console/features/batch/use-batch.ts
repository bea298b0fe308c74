/** A change of many sub-accounts: what it would do, and sending it once. */
import { useInvalidate } from '@refinedev/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '#client/api/call.ts'
import {
  discardMutation,
  idempotentCall,
  isOutcomeUnknown,
  listCompletedSince,
  listPendingMutations,
  onMutationsElsewhere,
  type DurableMutation,
} from '#client/api/idempotent-call.ts'
import { loadUser } from '#client/session/current-user.ts'
import type { Amounts } from '#console/features/distribution/balance.ts'
import { useDebounced } from '#console/ui/use-debounced.ts'
import type { InputOf } from '#contract/endpoint.ts'
import {
  batchActs,
  subAccountBatches,
  type BatchPreview,
  type BatchResult,
} from '#contract/sub-account-batches.ts'
import type { SubAccount } from '#contract/sub-accounts.ts'
import { Count } from '#contract/vocabulary.ts'

const { previewMany, distributeMany, reclaimMany, changeEnabledMany } = subAccountBatches
const endpoints = [distributeMany, reclaimMany, changeEnabledMany]

/** Everything of a preview except the sub-accounts. */
export type BatchChange = Omit<InputOf<typeof previewMany>, 'userIds'>

/** What a stored change is described by: `each`: the amounts that were entered. */
const Sent = z.object({
  act: z.enum(batchActs),
  count: Count,
  each: z.object({ chars: Count, voices: Count, images: Count }),
})
export type SentBatch = z.output<typeof Sent>
export const sentBatchOf = ({ value }: DurableMutation): SentBatch | undefined =>
  z.safeParse(Sent, value).data

/** Milliseconds without input after which the preview is loaded. */
const previewDelay = 250

export type Preview = {
  /** That of an earlier change while `isCurrent` is false; undefined while none has loaded. */
  readonly data: BatchPreview | undefined
  readonly isCurrent: boolean
  readonly error: unknown
  /** When it was loaded, in Unix milliseconds. */
  readonly at: number
  readonly reload: () => Promise<{ data: BatchPreview | undefined }>
}

export function useBatchPreview(rows: readonly SubAccount[], change: BatchChange): Preview {
  const key = JSON.stringify(change)
  const settled = useDebounced(key, previewDelay)
  const userIds = rows.map(({ userId }) => userId)
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['batch', userIds, settled],
    queryFn: ({ signal }) =>
      call(previewMany, { userIds, ...(JSON.parse(settled) as BatchChange) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return {
    data,
    isCurrent: !isFetching && !isPlaceholderData && error === null && settled === key,
    error,
    at: dataUpdatedAt,
    reload: refetch,
  }
}

/** `path` of one of `endpoints`; the input is that of its call. */
type Call = { path: string; input: unknown }

export type SendBatch = {
  readonly isWorking: boolean
  readonly error: unknown
  /** A change of this or another tab whose response was lost. */
  readonly unresolved: DurableMutation | undefined
  /** A change that another tab completed since the preview was loaded. */
  readonly completedElsewhere: DurableMutation | undefined
  readonly clearError: () => void
  /** Undefined if it was refused, or its response was lost. */
  readonly send: (batch: Call, sent: SentBatch, since: number) => Promise<BatchResult | undefined>
  readonly retry: () => Promise<BatchResult | undefined>
  readonly discard: () => void
}

const findUnresolved = () =>
  listPendingMutations().findLast((mutation) => sentBatchOf(mutation) !== undefined)

/** Sends changes durably: after a reload and in other tabs, the same one takes effect once. */
export function useSendBatch({ at, reload }: Pick<Preview, 'at' | 'reload'>): SendBatch {
  const invalidate = useInvalidate()
  const [isWorking, setWorking] = useState(false)
  const [error, setError] = useState<unknown>()
  const [unresolved, setUnresolved] = useState(findUnresolved)
  const [completedElsewhere, setCompletedElsewhere] = useState<DurableMutation>()
  const onOtherMutations = () => {
    if (isWorking) return
    setUnresolved(findUnresolved())
    const done = listCompletedSince(at).findLast((mutation) => sentBatchOf(mutation) !== undefined)
    if (!done) return
    setCompletedElsewhere(done)
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
  async function send(
    { path, input }: Call,
    value: SentBatch,
    since: number,
  ): Promise<BatchResult | undefined> {
    const endpoint = endpoints.find((one) => one.path === path)
    if (!endpoint) return undefined
    setWorking(true)
    setError(undefined)
    setCompletedElsewhere(undefined)
    try {
      const options = { durableSince: since, value, timeout, quiet: true }
      const result = await idempotentCall(endpoint, input as never, options)
      setUnresolved(undefined)
      return result
    } catch (failure) {
      setUnresolved(findUnresolved())
      if (!isOutcomeUnknown(failure)) setError(failure)
      return undefined
    } finally {
      void loadUser().catch(() => undefined)
      void invalidate({ resource: 'subAccounts', invalidates: ['list', 'detail'] })
      setWorking(false)
    }
  }
  return {
    isWorking,
    error,
    unresolved,
    completedElsewhere,
    clearError: () => setError(undefined),
    send,
    retry: async () => {
      const sent = unresolved && sentBatchOf(unresolved)
      return sent ? send(unresolved, sent, 0) : undefined
    },
    discard: () => {
      if (unresolved) discardMutation(unresolved)
      setUnresolved(findUnresolved())
    },
  }
}

/** Of a change, in milliseconds. */
const timeout = 60_000

export const amountsOf = (moved: {
  changeCharNum: number
  changeVoiceNum: number
  changeImageNum: number
}): Amounts => ({
  chars: moved.changeCharNum,
  voices: moved.changeVoiceNum,
  images: moved.changeImageNum,
})

/** Ids of the sub-accounts that change. */
export const changingIds = ({ rows }: BatchPreview) =>
  rows.filter(({ skipped }) => skipped == null).map(({ userId }) => userId)
