/** Errors of API calls: messages for the user (spec section 8), and refusals shown as toasts. */
import { WireError } from '#contract/failure.ts'
import { isLongWait, type Values } from '#locales/messages.ts'

/** Translates a key of the shared messages, independent of the i18n library. */
type Translate = (key: string, values?: Values) => string

export type ErrorMessage = {
  text: string
  requestId?: string | undefined
  /** A toast already announces the error (spec 8.1). */
  isAnnounced?: true
}

/**
 * Maps a WireError to its message by kind, anything else to a generic message. For long waits the
 * server's own message is used.
 */
export function errorMessage(error: unknown, t: Translate): ErrorMessage {
  if (!(error instanceof WireError)) return { text: t('failures.unexpected') }
  const { failure } = error
  switch (failure.kind) {
    case 'refused':
      return {
        text: failure.msg || t('failures.refused'),
        requestId: failure.requestId,
        isAnnounced: true,
      }
    case 'expired':
      return { text: t('failures.expired') }
    case 'busy':
      return {
        text:
          (isLongWait(failure.seconds) && failure.msg) ||
          t('failures.busy', { seconds: failure.seconds }),
      }
    case 'broken':
      return { text: toBrokenText(failure, t), requestId: failure.requestId }
    case 'unreachable':
      return {
        text: t(
          `failures.unreachable.${unreachableReasons.find((known) => known === failure.reason) ?? 'network'}`,
        ),
      }
    case 'garbled':
      return { text: t('failures.garbled'), requestId: failure.requestId }
  }
}

/**
 * 401 and 500 have their own messages (spec 8.4); any other status gets a generic one with its
 * reason (spec 8.3).
 */
function toBrokenText(
  { status, msg }: { status: number; msg?: string | undefined },
  t: Translate,
): string {
  if (status === 401) return msg || t('failures.unauthorized')
  if (status === 500) return msg || t('failures.broken')
  return t('failures.status', { error: msg || `HTTP ${status}` })
}

const unreachableReasons = ['timeout', 'offline', 'network']

const refusalListeners = new Set<(error: WireError) => void>()

/** Notifies of every refusal. Returns the unsubscribe function. */
export function onRefusal(listener: (error: WireError) => void): () => void {
  refusalListeners.add(listener)
  return () => void refusalListeners.delete(listener)
}

/**
 * Notifies the `onRefusal` listeners if the error is a refusal, other than a demand for the second
 * factor, with which the sign-in continues.
 */
export function reportRefusal(error: unknown): void {
  if (isRefusal(error) && !error.failure.challenge)
    refusalListeners.forEach((listener) => listener(error))
}

export const isRefusal = (error: unknown): error is WireError & { failure: { kind: 'refused' } } =>
  error instanceof WireError && error.failure.kind === 'refused'

/**
 * ARIA role of an inline error message. A copy of what a toast announces must not be a live region,
 * or screen readers would read it twice.
 */
export const failureRole = (error: unknown): 'alert' | undefined =>
  refusalListeners.size > 0 && isRefusal(error) ? undefined : 'alert'
