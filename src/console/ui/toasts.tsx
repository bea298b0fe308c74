/** Toast area with the console's messages, and the request id of a failure. */
import { ToastArea } from '#ui/toast-area.tsx'
import { ToastMessages } from '#ui/toasts.tsx'
import { t } from '#console/refine/i18n.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'

/** `base` marks the page's toast area; each dialog has its own. */
export function Toasts({ base = false }: { base?: boolean }) {
  return <ToastArea name={t('toast.region')} base={base} messages={messages} />
}

const messages = () => drawToasts

const drawToasts = (errors: boolean) => (
  <ToastMessages
    errors={errors}
    texts={{ close: t('toast.close'), undo: t('toast.undo'), requestId: requestIdOf }}
  />
)

const requestIdOf = (id: string) => <RequestId id={id} />

/** Request id for support, as in the server log, with a copy button. */
export function RequestId({ id }: { id: string }) {
  return (
    <span className="request-id">
      {t('failures.requestId')} <code>{id}</code>
      <CopyButton text={id} what={t('failures.requestId')} />
    </span>
  )
}
