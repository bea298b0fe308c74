/** What a change of many sub-accounts would do: who is left out. */
import { counted } from '#console/features/batch/count.ts'
import type { Preview } from '#console/features/batch/use-batch.ts'
import { t } from '#console/refine/i18n.ts'
import {
  skipReasons,
  type BatchPreview,
  type BatchRow,
  type SkipReason,
} from '#contract/sub-account-batches.ts'
import { FailureNote } from '#console/ui/failure-note.tsx'
import './batch.css'

/** The preview itself, or why there is none. */
export function PreviewState({
  preview: { data, error, isCurrent, reload },
  children,
}: {
  preview: Preview
  children: (data: BatchPreview) => React.ReactNode
}) {
  if (error)
    return <FailureNote error={error} title={t('batches.noPreview')} retry={() => void reload()} />
  return (
    <div className="batch-preview" aria-busy={!isCurrent}>
      {data ? children(data) : <p className="muted">{t('batches.loading')}</p>}
    </div>
  )
}

/** Names that a reason lists. */
const maxSkippedNames = 5

/** One line per reason. */
export function Skipped({
  rows,
  reasons = skipReasons,
}: {
  rows: readonly BatchRow[]
  reasons?: readonly SkipReason[]
}) {
  const lines = reasons.flatMap((reason) => {
    const skipped = rows.filter((row) => row.skipped === reason)
    if (skipped.length === 0) return []
    const shown = skipped.slice(0, maxSkippedNames).map(({ account }) => account)
    const listed = shown.join(t('crud.tags.between'))
    const names = skipped.length > shown.length ? t('batches.andMore', { names: listed }) : listed
    const text = t(`batches.skipped.${reason}`, { ...counted(skipped.length), names })
    return [<li key={reason}>{text}</li>]
  })
  return lines.length > 0 && <ul className="batch-skipped">{lines}</ul>
}
