/** What became of a change of many sub-accounts that was refused, or whose response was lost. */
import { describeSent, reportResult } from '#console/features/batch/report.ts'
import { sentBatchOf, type SendBatch } from '#console/features/batch/use-batch.ts'
import { Failure, Unresolved } from '#console/features/distribution/outcome-notes.tsx'
import { t } from '#console/refine/i18n.ts'

/** `onDone`: called once a repeated change has succeeded. */
export function BatchNotes({ batch, onDone }: { batch: SendBatch; onDone: () => void }) {
  const { unresolved, isWorking, error, retry, discard } = batch
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
      {error !== undefined && <Failure error={error} title={t('batches.failed')} />}
    </>
  )
}

/** Progress while a change is sent. */
export const BatchProgress = ({ count }: { count: number }) => (
  <label className="batch-progress">
    {t('batches.working', { count })}
    <progress />
  </label>
)
