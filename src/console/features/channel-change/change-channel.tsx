/** Button that opens the channel dialog (spec 2.36); main accounts only. */
import { lazy, Suspense, useState } from 'react'
import { t } from '#console/refine/i18n.ts'

const ChannelDialog = lazy(() => import('#console/features/channel-change/channel-dialog.tsx'))

/** `current`: the name of the current channel. */
export function ChangeChannel({ current }: { current: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="text-button"
        aria-label={t('checkout.change.title')}
        onClick={() => setOpen(true)}
      >
        {t('checkout.change.link')}
      </button>
      <Suspense>
        {open && <ChannelDialog current={current} close={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
