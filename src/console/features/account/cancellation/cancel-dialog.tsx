/** Account cancellation dialog: what is deleted, the data export, then name and password. */
import { useId } from 'react'
import * as z from 'zod/mini'
import { DeletionSummary } from '#console/features/account/cancellation/deletion-summary.tsx'
import './cancel-account.css'
import { DataExport } from '#console/features/account/data-export/data-export.tsx'
import { t } from '#console/refine/i18n.ts'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm } from '#console/engine/form/use-call-form.ts'
import '../../../ui/overlays.css'
import { users } from '#contract/users.ts'
import type { User } from '#contract/user.ts'
import { Text } from '#contract/vocabulary.ts'
import { loadUser } from '#client/session/current-user.ts'
import { leaveAfterCancellation } from '#console/features/logout/leave-after-cancellation.ts'

/** In milliseconds: erasing an account with years of translations takes long. */
const timeout = 180_000

/** The user's own name, which only this form demands. */
const confirmation = { input: z.object({ name: z.optional(Text) }) }

export default function CancelDialog({ me, close }: { me: User; close: () => void }) {
  const id = useId()
  const form = useCallForm({
    name: 'cancellation',
    resource: 'overview',
    call: users.cancel,
    items: [
      ...callItems(confirmation, {
        name: {
          label: t('cancellation.form.name', { name: me.username ?? me.account }),
          required: true,
          check: { error: (typed) => nameError(String(typed ?? ''), me) },
        },
      }),
      ...callItems(users.cancel, { userPassword: { label: t('cancellation.form.password') } }),
    ],
    fixed: {},
    fieldOfCode: { wrongPassword: 'userPassword' },
    timeout,
    done: () => undefined,
    onSaved: leaveAfterCancellation,
    onRefused: () => loadUser().catch(() => undefined),
  })
  return (
    <FormDialog shape="modal" title={t('cancellation.title')} onClose={close}>
      <div className="cancel-account">
        {/* Gets the initial focus, so that the warning is read before anything is typed. */}
        <section aria-labelledby={`${id}-goes`} tabIndex={-1} data-initial-focus>
          <p className="form-note" data-tone="danger">
            {t('cancellation.warning')}
          </p>
          <h3 id={`${id}-goes`}>{t('cancellation.lossesTitle')}</h3>
          <DeletionSummary me={me} />
          <p>{t('cancellation.kept')}</p>
        </section>
        <section aria-labelledby={`${id}-data`}>
          <h3 id={`${id}-data`}>{t('cancellation.data.heading')}</h3>
          <p>{t('cancellation.data.help')}</p>
          <DataExport me={me} disabled={form.isSaving} />
        </section>
        <section aria-labelledby={`${id}-sure`}>
          <h3 id={`${id}-sure`}>{t('cancellation.form.heading')}</h3>
          <FormBody
            form={form}
            isDangerous
            saveLabel={t('cancellation.form.submit')}
            cancelLabel={t('cancellation.form.stay')}
          />
        </section>
      </div>
    </FormDialog>
  )
}

/** The name may be the account or the username, in any case. */
function nameError(name: string, { account, username }: User): string | undefined {
  const typed = name.trim().toLowerCase()
  if (typed === '') return t('cancellation.form.nameMissing')
  return [account, username].some((own) => own?.toLowerCase() === typed)
    ? undefined
    : t('cancellation.form.nameWrong')
}
