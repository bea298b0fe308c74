/** Overview card with its loading and error states. */
import { failureRole } from '#client/refusals.ts'
import type { ReactNode } from 'react'
import { errorMessage } from '#client/api/error-message.ts'
import type { SectionQuery } from '#console/features/overview/use-section-query.ts'
import { t, word } from '#console/refine/i18n.ts'

/** Renders the loaded data; a skeleton of `lines` lines before, a retry button after an error. */
export function QueryCard<T>({
  part: { data, error, retry },
  lines,
  children,
}: {
  part: SectionQuery<T>
  lines: number
  children: (data: T) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (error !== undefined) {
    return (
      <p className="part-failed" role={failureRole(error)}>
        {t('overview.partFailed')} <small>{errorMessage(error, word).text}</small>
        <button type="button" className="text-button" onClick={retry}>
          {t('shell.retry')}
        </button>
      </p>
    )
  }
  return <QueryCardSkeleton lines={lines} />
}

export function QueryCardSkeleton({ lines }: { lines: number }) {
  return (
    <div className="part-waiting" role="status" aria-label={t('shell.loading')}>
      {Array.from({ length: lines }, (_, at) => (
        <i key={at} className="waiting" />
      ))}
    </div>
  )
}
