/** Error messages shown to the user (spec section 8), with the request id if there is one. */
import { WireError } from '#contract/failure.ts'
import { isLongWait } from '#locales/wait.ts'
import type { Values } from '#locales/words.ts'

/** Translates a key of the shared messages, independent of the i18n library. */
export type Say = (key: string, values?: Values) => string

export type ErrorMessage = {
  text: string
  requestId?: string | undefined
  /** A toast already announces the error (spec 8.1). */
  refused?: true
}

/**
 * Maps a WireError to its message by kind, anything else to a generic message. For long waits the
 * server's own message is used.
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
 * 401 and 500 have their own messages (8.4); any other status gets a generic one with its reason
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
