/**
 * Moves as calls of the wire, and back: which call carries a move, and what a wish that was sent
 * says.
 */
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
 * The smallest call that says it all (7.11–7.13); several at once, and the way back, are
 * extensions.
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

/** What a remembered wish asks for; undefined when it is about something else than quota. */
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
