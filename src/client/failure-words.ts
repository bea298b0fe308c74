/** What a failed call is called in front of the user (spec section 8): one sentence, and the request id to report when there is one. */
import { WireError } from '#contract/failure.ts'
import { isLongWait } from '#locales/wait.ts'
import type { Values } from '#locales/words.ts'

/** Finds a sentence of the shared words, whatever library does the finding. */
export type Say = (key: string, values?: Values) => string

export type FailureWords = { text: string; requestId?: string | undefined }

/** Speaks of anything thrown: a WireError by its kind, everything else as a failed request. The server tells long waits itself. */
export function failureWords(error: unknown, say: Say): FailureWords {
  if (!(error instanceof WireError)) return { text: say('failures.unexpected') }
  const { failure } = error
  switch (failure.kind) {
    case 'refused':
      return { text: failure.msg || say('failures.refused'), requestId: failure.requestId }
    case 'expired':
      return { text: say('failures.expired') }
    case 'busy':
      return { text: (isLongWait(failure.seconds) && failure.msg) || say('failures.busy', { seconds: failure.seconds }) }
    case 'broken':
      return { text: failure.msg || say('failures.broken'), requestId: failure.requestId }
    case 'unreachable':
      return { text: say(`failures.unreachable.${reasons.find((known) => known === failure.reason) ?? 'network'}`) }
    case 'garbled':
      return { text: say('failures.garbled'), requestId: failure.requestId }
  }
}

const reasons = ['timeout', 'offline', 'network']
