/** Account cancellation dialog: what is deleted, the data export, then name and password. */
import { useId } from 'react'
import { CancelForm } from '#console/features/account/cancellation/cancel-form.tsx'
import { useCancellation } from '#console/features/account/cancellation/use-cancellation.ts'
import { DeletionSummary } from '#console/features/account/cancellation/deletion-summary.tsx'
import '#console/features/account/cancellation/cancel-account.css'
import { DataExport } from '#console/features/account/data-export/data-export.tsx'
import { t } from '#console/refine/i18n.ts'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import '#console/ui/overlays.css'
import type { User } from '#contract/users.ts'

export default function CancelDialog({ me, close }: { me: User; close: () => void }) {
  const id = useId()
  const cancellation = useCancellation(me)
  return (
    <FormDialog
      shape="modal"
      title={t('leaving.title')}
      busy={cancellation.working}
      onClose={close}
    >
      <div className="cancel-account">
        {/* Gets the initial focus, so that the warning is read before anything is typed. */}
        <section aria-labelledby={`${id}-goes`} tabIndex={-1} data-first>
          <p className="form-note" data-tone="danger">
            {t('leaving.warning')}
          </p>
          <h3 id={`${id}-goes`}>{t('leaving.whatGoes')}</h3>
          <DeletionSummary me={me} />
          <p>{t('leaving.stays')}</p>
        </section>
        <section aria-labelledby={`${id}-data`}>
          <h3 id={`${id}-data`}>{t('leaving.data.heading')}</h3>
          <p>{t('leaving.data.help')}</p>
          <DataExport me={me} disabled={cancellation.working} />
        </section>
        <section aria-labelledby={`${id}-sure`}>
          <h3 id={`${id}-sure`}>{t('leaving.form.heading')}</h3>
          <CancelForm me={me} cancellation={cancellation} />
        </section>
      </div>
    </FormDialog>
  )
}
