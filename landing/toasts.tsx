/** Messages on the pages that need a script: what was done, and why a call was refused (8.1, 8.8). */
import { useEffect } from 'react'
import { errorMessage } from '#client/api/error-message.ts'
import { onRefusal } from '#client/refusals.ts'
import { showToast } from '#client/toast-store.ts'
import { ToastArea } from '#client/toasts.tsx'
import { anyWord, t } from '#landing/messages.ts'

/** `base` is the area of the page; each dialog has one of its own. */
export function Toasts({ base = false }: { base?: boolean }) {
  return (
    <ToastArea
      base={base}
      texts={{
        region: t('toast.region'),
        close: t('toast.close'),
        undo: t('toast.undo'),
        // It stands in the place that failed.
        requestId: () => null,
      }}
    />
  )
}

/** Milliseconds: the reason stands in the form as well, and longer. */
const stays = 6_000

/** Shows each refusal as long as the page stands. */
export function useRefusals(): void {
  useEffect(() => {
    const stop = onRefusal((error) => {
      const { text } = errorMessage(error, anyWord)
      showToast({ key: `refused-${text}`, tone: 'error', text, stays })
    })
    return stop
  }, [])
}

export const showSuccess = (text: string): void => showToast({ tone: 'success', text })
