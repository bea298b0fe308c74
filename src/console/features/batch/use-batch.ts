/** A change of many sub-accounts: what it would do, and sending it once. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '#client/api/call.ts'
import { idempotentCall, type DurableMutation } from '#client/api/idempotent-call.ts'
import {
  useDurableSend,
  type DurableSend,
} from '#console/features/distribution/use-durable-send.ts'
import { useDebounced } from '#console/ui/use-debounced.ts'
import { budgets } from '#contract/budgets.ts'
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
const endpoints = [distributeMany, reclaimMany, changeEnabledMany, budgets.moveToGroup]

/** Everything of a preview except the sub-accounts. */
export type BatchChange = Omit<InputOf<typeof previewMany>, 'userIds'>

/**
 * What a stored change is described by: `each`: the amounts that were entered; `leaves`: the
 * sub-accounts leave their groups.
 */
const Sent = z.object({
  act: z.enum(batchActs),
  count: Count,
  each: z.object({ chars: Count, voices: Count, images: Count }),
  leaves: z.optional(z.boolean()),
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
type Call = { path: string; input?: unknown }

export type SendBatch = DurableSend & {
  /** Undefined if it was refused, or its response was lost. */
  readonly send: (batch: Call, sent: SentBatch, since: number) => Promise<BatchResult | undefined>
  readonly retry: () => Promise<BatchResult | undefined>
}

/** Sends changes of many sub-accounts durably. */
export function useSendBatch({ at, reload }: Pick<Preview, 'at' | 'reload'>): SendBatch {
  const { run, ...state } = useDurableSend({
    concerns: (mutation) => sentBatchOf(mutation) !== undefined,
    since: at,
    reload,
  })
  const send: SendBatch['send'] = async ({ path, input }, value, since) => {
    const endpoint = endpoints.find((one) => one.path === path)
    const options = { durableSince: since, value, timeout, quiet: true }
    if (!endpoint) return undefined
    const result = await run(() => idempotentCall(endpoint, input as never, options))
    return result && { ...nothingMoved, ...result }
  }
  const { unresolved } = state
  const sent = unresolved && sentBatchOf(unresolved)
  return { ...state, send, retry: async () => (sent ? send(unresolved, sent, 0) : undefined) }
}

const nothingMoved = { changeCharNum: 0, changeVoiceNum: 0, changeImageNum: 0 }

/** Of a change, in milliseconds. */
const timeout = 60_000

/** Ids of the sub-accounts that change. */
export const changingIds = ({ rows }: BatchPreview) =>
  rows.filter(({ skipped }) => skipped == null).map(({ userId }) => userId)
