/** Toasts of the public pages, loaded with the first message. */
import { ToastMessages } from '#ui/toasts.tsx'
import { t } from '#landing/messages.ts'

export { showToast } from '#ui/toasts.tsx'

export const renderToasts = (region: 'errors' | 'others') => (
  <ToastMessages
    errors={region === 'errors'}
    texts={{
      close: t('toast.close'),
      undo: t('toast.undo'),
      undoHelp: t('toast.undoHelp'),
      // The form itself shows the request id.
      requestId: () => null,
    }}
  />
)
