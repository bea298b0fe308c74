/** Button that opens the account cancellation dialog (spec 2.25, 5.13); main accounts only. */
import { lazy, Suspense, useState } from 'react'
import { t } from '#console/refine/i18n.ts'
import type { User } from '#contract/user.ts'

const CancelDialog = lazy(() => import('#console/features/account/cancellation/cancel-dialog.tsx'))

export function CancelAccount({ me }: { me: User }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="text-button danger" onClick={() => setOpen(true)}>
        {t('cancellation.link')}
      </button>
      <Suspense>{open && <CancelDialog me={me} close={() => setOpen(false)} />}</Suspense>
    </>
  )
}
