/** Toasts of the client-rendered public pages (8.1, 8.8). */
import { useEffect } from 'react'
import { errorMessage } from '#client/api/error-message.ts'
import { onRefusal } from '#client/refusals.ts'
import { showToast } from '#client/toast-store.ts'
import { ToastArea } from '#client/toasts.tsx'
import { anyWord, t } from '#landing/messages.ts'

/** `base` is the area of the page; each dialog has its own. */
export function Toasts({ base = false }: { base?: boolean }) {
  return (
    <ToastArea
      base={base}
      texts={{
        region: t('toast.region'),
        close: t('toast.close'),
        undo: t('toast.undo'),
        // The form itself shows the request id.
        requestId: () => null,
      }}
    />
  )
}

/** Milliseconds. Short, since the form keeps showing the reason. */
const stays = 6_000

/** Shows a toast for each refused call while mounted. */
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
