/** Converts distributions to endpoint inputs, and durable mutations back to distributions. */
import type { DurableMutation } from '#client/api/durable-mutations.ts'
import { nothing, type Amounts, type Direction } from '#console/features/distribution/balance.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { subAccounts } from '#contract/sub-accounts.ts'

type Id = string | number
export type DistributionRequest = {
  readonly direction: Direction
  readonly ids: readonly Id[]
  readonly each: Amounts
}
export type Sendable = { readonly endpoint: Endpoint; readonly input: InputOf<Endpoint> }

const { distribute, distributeVoice, distributeAll, distributeMany, reclaim } = subAccounts
const calls: readonly Endpoint[] = [
  distribute,
  distributeVoice,
  distributeAll,
  distributeMany,
  reclaim,
]

/**
 * Picks the simplest endpoint (spec 7.11–7.13); several sub-accounts and reclaiming are extensions.
 */
export function callFor({
  direction,
  ids: [first = '', ...others],
  each,
}: DistributionRequest): Sendable {
  const { chars, voices, images } = each
  const amounts = { changeCharNum: chars, changeVoiceNum: voices, changeImageNum: images }
  if (direction === 'take') return { endpoint: reclaim, input: { childUserId: first, ...amounts } }
  if (others.length > 0)
    return { endpoint: distributeMany, input: { childUserIds: [first, ...others], ...amounts } }
  if (voices === 0 && images === 0)
    return { endpoint: distribute, input: { childUserId: first, changeCharNum: chars } }
  if (chars === 0 && images === 0)
    return { endpoint: distributeVoice, input: { childUserId: first, changeCharNum: voices } }
  return { endpoint: distributeAll, input: { childUserId: first, ...amounts } }
}

/** Parses a stored mutation; undefined if it is not a distribution. */
export function requestOf({
  path,
  input,
}: Pick<DurableMutation, 'path' | 'input'>): (DistributionRequest & Sendable) | undefined {
  const endpoint = calls.find((call) => call.path === path)
  if (!endpoint || typeof input !== 'object' || input === null) return undefined
  const { childUserId, childUserIds, changeCharNum, changeVoiceNum, changeImageNum } =
    input as Partial<InputOf<typeof distributeMany>> & {
      childUserId?: Id
    }
  const ids = childUserIds ?? (childUserId === undefined ? [] : [childUserId])
  const first = changeCharNum ?? 0
  const each =
    endpoint === distributeVoice
      ? { ...nothing, voices: first }
      : { chars: first, voices: changeVoiceNum ?? 0, images: changeImageNum ?? 0 }
  return { direction: endpoint === reclaim ? 'take' : 'give', ids, each, endpoint, input: input }
}
