/** What shows messages in the words of the public pages, loaded with the first of them. */
import { ToastMessages } from '#client/toasts.tsx'
import { t } from '#landing/messages.ts'

export { showToast } from '#client/toast-store.ts'

export function Messages({ errors }: { errors: boolean }) {
  return (
    <ToastMessages
      errors={errors}
      texts={{
        close: t('toast.close'),
        undo: t('toast.undo'),
        // It stands in the place that failed.
        requestId: () => null,
      }}
    />
  )
}
