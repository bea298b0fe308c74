/** Skeleton while the user loads; an error with a retry button if loading fails. */
import { useGetIdentity } from '@refinedev/core'
import { errorMessage } from '#client/api/error-message.ts'
import { sessionIsEnding } from '#console/refine/session-expiry.ts'
import { t, word } from '#console/refine/i18n.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { Notice } from '#console/ui/notice.tsx'
import { PageSkeleton } from '#console/ui/skeleton.tsx'
import { RequestId } from '#console/ui/toasts.tsx'

export function UserLoadError({ view }: { view: PageModel['view'] }) {
  const { error, isFetching, refetch } = useGetIdentity()
  if (!error || isFetching || sessionIsEnding()) return <PageSkeleton view={view} />
  const { text, requestId } = errorMessage(error, word)
  return (
    <Notice
      alert
      title={t('overview.failed')}
      ways={
        <button type="button" className="button primary" onClick={() => void refetch()}>
          {t('shell.retry')}
        </button>
      }
    >
      {text}
      {requestId && <RequestId id={requestId} />}
    </Notice>
  )
}
