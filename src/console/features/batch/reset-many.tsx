/** Dialog that gives the selected sub-accounts new passwords, and shows these once. */
import { counted } from '#console/features/batch/count.ts'
import { CancelButton, FormDialog } from '#console/engine/form/form-dialog.tsx'
import { ImportProgress } from '#console/engine/import/import-steps.tsx'
import { useFocusAtStep } from '#console/engine/import/use-file-import.ts'
import { maxResets, useResets } from '#console/features/batch/use-resets.ts'
import { PasswordSheet } from '#console/features/sub-account-import/password-sheet.tsx'
import { usePasswordLoss } from '#console/features/sub-account-import/use-password-loss.ts'
import { useUserAccess } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { isMadeByRole } from '#contract/roles.ts'
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'
import { FailureNote } from '#console/ui/failure-note.tsx'
import '#console/engine/import/import-dialog.css'
import '#console/features/sub-account-import/sub-account-import.css'

type Props = { rows: readonly SubAccount[]; close: () => void; done: () => void }

export default function ResetMany({ rows, close, done }: Props) {
  const user = useUserAccess()
  // By a role, users act on members alone.
  const byRole = isMadeByRole(subAccounts.resetPassword, user)
  const members = rows.filter(({ accountRole = 'member' }) => !byRole || accountRole === 'member')
  const { state, run, stop, finish } = useResets(members)
  const { step } = state
  const content = useFocusAtStep(step)
  const { form, keep } = usePasswordLoss({
    isWorking: step === 'working',
    isOnSheet: step === 'sheet',
    isLost: step === 'stopped',
  })
  const tooMany = members.length > maxResets
  const roleHolders = rows.length - members.length
  return (
    <FormDialog
      shape="modal"
      title={t('batches.passwords.title', counted(members.length))}
      form={form}
      onClose={step === 'sheet' ? done : close}
    >
      <div ref={content} className="import new-passwords">
        {step === 'ask' && (
          <>
            <p>{t('batches.passwords.help')}</p>
            {!tooMany && (
              <p>{members.map(({ account }) => account).join(t('crud.tags.between'))}</p>
            )}
            {tooMany && (
              <p className="form-note" data-tone="warning" role="status">
                {t('batches.passwords.tooMany', counted(maxResets))}
              </p>
            )}
            {roleHolders > 0 && <p>{t('batches.passwords.roleHolders', counted(roleHolders))}</p>}
            <div className="dialog-actions">
              <CancelButton />
              <button
                type="button"
                className="button danger"
                data-initial-focus
                disabled={tooMany || members.length === 0}
                onClick={() => void run()}
              >
                {t('batches.passwords.start', counted(members.length))}
              </button>
            </div>
          </>
        )}
        {state.step === 'working' && (
          <ImportProgress
            text={t('batches.passwords.working', { done: state.done, total: members.length })}
            value={state.done}
            max={members.length}
            onStop={stop}
          />
        )}
        {state.step === 'stopped' && (
          <>
            {state.error === undefined ? (
              <p role="status">{t('batches.passwords.stopped', counted(state.logins.length))}</p>
            ) : (
              <FailureNote
                error={state.error}
                title={t('batches.passwords.failed', counted(state.logins.length))}
              />
            )}
            <div className="dialog-actions">
              {state.logins.length > 0 && (
                <button type="button" className="button" onClick={finish}>
                  {t('batches.passwords.show')}
                </button>
              )}
              <button
                type="button"
                className="button primary"
                data-initial-focus
                onClick={() => void run()}
              >
                {t('batches.passwords.continue')}
              </button>
            </div>
          </>
        )}
        {state.step === 'sheet' && (
          <>
            {state.refused.length > 0 && (
              <p className="form-note" data-tone="warning" role="status">
                {t('batches.passwords.refused', {
                  ...counted(state.refused.length),
                  names: state.refused.join(t('crud.tags.between')),
                })}
              </p>
            )}
            <PasswordSheet
              title={t('batches.passwords.done', counted(state.logins.length))}
              logins={state.logins}
              onKept={keep}
              close={done}
            />
          </>
        )}
      </div>
    </FormDialog>
  )
}
