/** Banner of a read-only session: whose account it is, until when, and the button that ends it. */
import { useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import { t, timeOfDay } from '#console/features/support-view/messages.ts'
import { ViewBar } from '#console/features/support-view/view-bar.tsx'
import { supportViewAddress, supportViewInfo } from '#console/refine/read-only.ts'
import { signOutAndOpen } from '#console/refine/session-expiry.ts'
import { supportViews } from '#contract/support-views.ts'

const leaveView = () => signOutAndOpen(supportViewAddress)

export default function ViewerBar() {
  const [info] = useState(supportViewInfo)
  const [isBusy, setBusy] = useState(false)
  const endsAt = info?.endsAt
  useEffect(() => {
    if (endsAt === undefined) return undefined
    const timer = setTimeout(leaveView, Math.max(0, endsAt - Date.now()))
    return () => clearTimeout(timer)
  }, [endsAt])
  const end = async () => {
    setBusy(true)
    await call(supportViews.leave, {}, { quiet: true }).catch(() => undefined)
    leaveView()
  }
  return (
    <ViewBar tone="active" button={t('end')} isBusy={isBusy} onClick={() => void end()}>
      <b>
        {t('viewing')} {info?.account}
      </b>
      <span>{t('hint')}</span>
      {info && <time>{t('until', { at: timeOfDay(info.untilDateTime) })}</time>}
    </ViewBar>
  )
}
