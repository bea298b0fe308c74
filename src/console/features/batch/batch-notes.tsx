/** What became of a change of many sub-accounts that was refused, or whose response was lost. */
import { counted } from '#console/features/batch/count.ts'
import { describeSent, reportResult } from '#console/features/batch/report.ts'
import { sentBatchOf, type SendBatch } from '#console/features/batch/use-batch.ts'
import { Unresolved } from '#console/features/distribution/outcome-notes.tsx'
import { t } from '#console/refine/i18n.ts'
import { FailureNote } from '#console/ui/failure-note.tsx'

/** `onDone`: called once a repeated change has succeeded. */
export function BatchNotes({ batch, onDone }: { batch: SendBatch; onDone: () => void }) {
  const { unresolved, completedElsewhere, isWorking, error, retry, discard } = batch
  const completed = completedElsewhere && sentBatchOf(completedElsewhere)
  const sent = unresolved && sentBatchOf(unresolved)
  const onRetry = async () => {
    const result = await retry()
    if (!result || !sent) return
    reportResult(sent, result, undefined)
    onDone()
  }
  return (
    <>
      {unresolved && sent && (
        <Unresolved
          mutation={unresolved}
          description={describeSent(sent)}
          isWorking={isWorking}
          onRetry={() => void onRetry()}
          onDiscard={discard}
        />
      )}
      {completed && (
        <p className="form-note" role="status">
          {t('batches.elsewhere', { description: describeSent(completed) })}
        </p>
      )}
      {error !== undefined && <FailureNote error={error} title={t('batches.failed')} />}
    </>
  )
}

/** Progress while a change is sent. */
export const BatchProgress = ({ count }: { count: number }) => (
  <label className="batch-progress">
    {t('batches.working', counted(count))}
    <progress />
  </label>
)
