/** The message area in the console's words, and the request id of a failure. */
import { ToastArea } from '#client/toasts.tsx'
import { t } from '#console/refine/i18n.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'

/** `base` is that of the page; each dialog has one of its own. */
export function Toasts({ base = false }: { base?: boolean }) {
  return (
    <ToastArea
      base={base}
      texts={{
        region: t('toast.region'),
        close: t('toast.close'),
        undo: t('toast.undo'),
        requestId: requestIdOf,
      }}
    />
  )
}

const requestIdOf = (id: string) => <RequestId id={id} />

/** The id under which the server's log knows a request, to be copied into a report. */
export function RequestId({ id }: { id: string }) {
  return (
    <span className="request-id">
      {t('failures.requestId')} <code>{id}</code>
      <CopyButton text={id} what={t('failures.requestId')} />
    </span>
  )
}
