/** Dialog that enables or disables many sub-accounts, all or none. */
import { counted } from '#console/features/batch/count.ts'
import { useState, type FormEvent } from 'react'
import { BatchNotes, BatchProgress } from '#console/features/batch/batch-notes.tsx'
import { PreviewState, Skipped } from '#console/features/batch/batch-preview.tsx'
import { reportResult } from '#console/features/batch/report.ts'
import { changingIds, useBatchPreview, useSendBatch } from '#console/features/batch/use-batch.ts'
import { changesOf, isAllZero, zeroAmounts } from '#console/features/distribution/balance.ts'
import { formatAmounts } from '#console/features/distribution/format-amounts.ts'
import { CancelButton, FormDialog } from '#console/engine/form/form-dialog.tsx'
import { t } from '#console/refine/i18n.ts'
import { subAccountBatches } from '#contract/sub-account-batches.ts'
import type { SubAccount } from '#contract/sub-accounts.ts'
import { Segments } from '#ui/tabs.tsx'

type Props = { rows: readonly SubAccount[]; close: () => void; done: () => void }

export default function EnableMany({ rows, close, done }: Props) {
  const [act, setAct] = useState<'enable' | 'disable'>(
    rows.every(({ enabled }) => enabled === 0) ? 'enable' : 'disable',
  )
  const preview = useBatchPreview(rows, { act })
  const batch = useSendBatch(preview)
  const { data } = preview
  const count = data?.count ?? 0
  const isLocked = batch.isWorking || batch.unresolved !== undefined
  const canSend = preview.isCurrent && !isLocked && count > 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!canSend || !data) return
    const input = { userIds: changingIds(data), enabled: act === 'enable' ? 1 : 0 }
    const sent = { act, count, each: zeroAmounts }
    const { path } = subAccountBatches.changeEnabledMany
    const result = await batch.send({ path, input }, sent, preview.at)
    if (!result) return
    reportResult(sent, result, changesOf(data))
    done()
  }
  return (
    <FormDialog
      shape="modal"
      title={t('batches.enabled.title', counted(rows.length))}
      form={{ isSaving: batch.isWorking, isDirty: () => false }}
      onClose={close}
    >
      <form className="batch-form" noValidate onSubmit={(event) => void submit(event)}>
        <BatchNotes batch={batch} onDone={done} />
        <Segments
          label={t('batches.enabled.what')}
          options={(['enable', 'disable'] as const).map((key) => ({
            key,
            label: t(`batches.enabled.${key}`),
          }))}
          chosen={act}
          disabled={isLocked}
          onChoose={(to) => {
            batch.clearError()
            setAct(to)
          }}
        />
        <p>{t(`batches.enabled.help.${act}`)}</p>
        <PreviewState preview={preview}>
          {(shown) => (
            <>
              {act === 'disable' && shown.count > 0 && (
                <p>
                  <strong>
                    {isAllZero(changesOf(shown))
                      ? t('batches.enabled.nothingBack')
                      : t('batches.enabled.takenBack', {
                          amount: formatAmounts(changesOf(shown)),
                        })}
                  </strong>
                </p>
              )}
              {shown.count === 0 && <p>{t('batches.nobody')}</p>}
              <Skipped rows={shown.rows} />
            </>
          )}
        </PreviewState>
        <footer className="form-actions">
          <span className="total" role="status">
            {batch.isWorking && <BatchProgress count={count} />}
          </span>
          <CancelButton disabled={batch.isWorking} />
          <button
            type="submit"
            className={act === 'disable' ? 'button danger' : 'button primary'}
            disabled={!canSend}
          >
            {t(`batches.enabled.submit.${act}`, counted(count))}
          </button>
        </footer>
      </form>
    </FormDialog>
  )
}
