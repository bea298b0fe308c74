/** Dialog that imports sub-accounts from a file and shows their first passwords once. */
import { exactCount } from '#client/i18n/format.ts'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { FileSteps } from '#console/engine/import/file-steps.tsx'
import { ImportNote, ImportProgress } from '#console/engine/import/import-steps.tsx'
import { useFocusAtStep } from '#console/engine/import/use-file-import.ts'
import {
  PasswordSheet,
  savePasswords,
} from '#console/features/sub-account-import/password-sheet.tsx'
import { ReviewStep } from '#console/features/sub-account-import/review-step.tsx'
import { importItems, useImport } from '#console/features/sub-account-import/use-import.ts'
import { usePasswordLoss } from '#console/features/sub-account-import/use-password-loss.ts'
import { t } from '#console/refine/i18n.ts'
import { FailureHelp } from '#console/ui/contact-support.tsx'
import { businessLimits } from '#contract/business-limits.ts'
import '#console/engine/import/import-dialog.css'
import './sub-account-import.css'

export default function ImportDialog({ close }: { close: () => void }) {
  const flow = useImport()
  const { state } = flow
  const { step } = state
  const content = useFocusAtStep(step)
  const isWorking = step === 'hashing' || step === 'sending'
  const { form, keep } = usePasswordLoss({
    isWorking,
    isOnSheet: step === 'sheet',
    isLost: step === 'unknown',
    isDirty: step !== 'sheet' && step !== 'file',
  })
  return (
    <FormDialog
      shape="modal"
      title={t(step === 'sheet' ? 'subAccountImport.sheet.title' : 'subAccountImport.title')}
      form={form}
      onClose={close}
    >
      <div ref={content} className="import">
        {step !== 'sheet' && (
          <FileSteps
            flow={flow}
            items={importItems}
            title={t('subAccountImport.title')}
            help={<p>{t('subAccountImport.help')}</p>}
            maxRows={businessLimits.subAccountImport.rows}
            getLookupData={() => undefined}
          />
        )}
        {state.step === 'failed' && (
          <>
            <ImportNote note={state.note} />
            <div className="dialog-actions">
              <button type="button" className="button" onClick={() => flow.toColumns(state)}>
                {t('crud.import.back')}
              </button>
              <button
                type="button"
                className="button primary"
                data-initial-focus
                onClick={() => void flow.recheck(state, state.options)}
              >
                {t('subAccountImport.retry')}
              </button>
            </div>
          </>
        )}
        {state.step === 'review' && (
          <ReviewStep
            review={state}
            onChange={(options) => void flow.recheck(state, options)}
            onBack={() => flow.toColumns(state)}
            onRestart={flow.restart}
            onAdd={() => void flow.add(state)}
          />
        )}
        {state.step === 'hashing' && (
          <ImportProgress
            text={t('subAccountImport.hashing', {
              done: exactCount(state.done),
              total: exactCount(state.total),
            })}
            value={state.done}
            max={state.total}
            onStop={flow.cancel}
          />
        )}
        {state.step === 'sending' && (
          <label className="import-progress">
            <span aria-live="polite">
              {t('subAccountImport.sending', {
                count: state.total,
                shown: exactCount(state.total),
              })}
            </span>
            <progress />
          </label>
        )}
        {state.step === 'unknown' && (
          <>
            <div className="form-note" data-tone="warning" role="alert">
              <strong>{t('subAccountImport.unknown')}</strong>
              <span>{state.note.text}</span>
              <FailureHelp requestId={state.note.requestId} />
            </div>
            <p>{t('subAccountImport.unknownHelp')}</p>
            <div className="dialog-actions">
              <button
                type="button"
                className="button"
                onClick={() => savePasswords(flow.sentLogins())}
              >
                {t('subAccountImport.savePasswords')}
              </button>
              <button
                type="button"
                className="button primary"
                data-initial-focus
                onClick={() => void flow.add(state)}
              >
                {t('subAccountImport.retry')}
              </button>
            </div>
          </>
        )}
        {state.step === 'sheet' && (
          <PasswordSheet
            title={t('subAccountImport.done', {
              count: state.logins.length,
              shown: exactCount(state.logins.length),
            })}
            logins={state.logins}
            onKept={keep}
            close={close}
          />
        )}
      </div>
    </FormDialog>
  )
}
