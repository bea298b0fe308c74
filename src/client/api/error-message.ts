/**
 * What a failed call is called in front of the user (spec section 8): one sentence, and the request
 * id to report when there is one.
 */
import { WireError } from '#contract/failure.ts'
import { isLongWait } from '#locales/wait.ts'
import type { Values } from '#locales/words.ts'

/** Finds a sentence of the shared words, whatever library does the finding. */
export type Say = (key: string, values?: Values) => string

export type ErrorMessage = {
  text: string
  requestId?: string | undefined
  /** A message announces it already (spec 8.1). */
  refused?: true
}

/**
 * Speaks of anything thrown: a WireError by its kind, everything else as a failed request. The
 * server tells long waits itself.
 */
export function errorMessage(error: unknown, say: Say): ErrorMessage {
  if (!(error instanceof WireError)) return { text: say('failures.unexpected') }
  const { failure } = error
  switch (failure.kind) {
    case 'refused':
      return {
        text: failure.msg || say('failures.refused'),
        requestId: failure.requestId,
        refused: true,
      }
    case 'expired':
      return { text: say('failures.expired') }
    case 'busy':
      return {
        text:
          (isLongWait(failure.seconds) && failure.msg) ||
          say('failures.busy', { seconds: failure.seconds }),
      }
    case 'broken':
      return { text: brokenText(failure, say), requestId: failure.requestId }
    case 'unreachable':
      return {
        text: say(
          `failures.unreachable.${reasons.find((known) => known === failure.reason) ?? 'network'}`,
        ),
      }
    case 'garbled':
      return { text: say('failures.garbled'), requestId: failure.requestId }
  }
}

/**
 * 401 and 500 have texts of their own (8.4); any other status is a failed request with its reason
 * (8.3).
 */
function brokenText(
  { status, msg }: { status: number; msg?: string | undefined },
  say: Say,
): string {
  if (status === 401) return msg || say('failures.unauthorized')
  if (status === 500) return msg || say('failures.broken')
  return say('failures.status', { error: msg || `HTTP ${status}` })
}

const reasons = ['timeout', 'offline', 'network']
