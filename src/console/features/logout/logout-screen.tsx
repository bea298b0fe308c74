/** Logout page: signs out, then redirects home (spec 2.24) or confirms a cancellation. */
import { useLogout } from '@refinedev/core'
import { useEffect, useRef, useState } from 'react'
import { takePageMessage } from '#client/page-message.ts'
import { t } from '#console/refine/i18n.ts'
import { exits } from '#console/refine/router.ts'
import { Notice } from '#console/ui/notice.tsx'
import { times } from '#contract/limits.ts'

const msPerSecond = 1_000

export default function LogoutScreen() {
  const { mutate: signOut, isSuccess } = useLogout()
  const isRequested = useRef(false)
  useEffect(() => {
    if (isRequested.current) return
    isRequested.current = true
    signOut()
  }, [signOut])
  const [pageMessage] = useState(takePageMessage)
  if (!isSuccess) return null
  return pageMessage?.kind === 'cancelled' ? <CancelledNotice /> : <LoggedOutNotice />
}

/** Confirms the cancellation of the account; does not redirect. */
function CancelledNotice() {
  return (
    <Notice
      title={t('cancellation.gone.title')}
      alert
      actions={
        <a className="button primary" href="/home">
          {t('cancellation.gone.home')}
        </a>
      }
    >
      {t('cancellation.gone.help')}
    </Notice>
  )
}

function LoggedOutNotice() {
  const [secondsLeft, setSecondsLeft] = useState(times.signOutRedirectDelay / msPerSecond)
  useEffect(() => {
    if (secondsLeft === 0) {
      exits.replace('/home')
      return
    }
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), msPerSecond)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return (
    <Notice
      title={t('exit.title')}
      actions={
        <>
          <a className="button primary" href="/home">
            {t('exit.now')}
          </a>
          <a className="button" href="/login?type=1">
            {t('exit.again')}
          </a>
        </>
      }
    >
      {t('exit.help', { count: secondsLeft })}
    </Notice>
  )
}
