/** Replaces the console on phones by a desktop-only notice (spec 2.9). */
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { t } from '#console/refine/i18n.ts'
import { Arc } from '#console/ui/notice.tsx'
import { useCopy } from '#console/ui/copy-button.tsx'
import { sizes } from '#contract/sizes.ts'

export function PhoneGate({ children }: { children: ReactNode }) {
  const phone = usePhone()
  const [isMounted, setIsMounted] = useState(!phone)
  if (!phone && !isMounted) setIsMounted(true)
  return (
    <>
      {phone && <PhoneNotice />}
      {isMounted && <div hidden={phone}>{children}</div>}
    </>
  )
}

function PhoneNotice() {
  const { copied, copy } = useCopy(location.href)
  return (
    <main className="bare">
      <div className="notice">
        <Arc />
        <header className="page-header">
          <div>
            <h1>{t('phone.title')}</h1>
            <p>{t('phone.help')}</p>
          </div>
        </header>
        <p className="link">{location.origin + location.pathname}</p>
        <div className="ways">
          <button type="button" className="button primary" onClick={copy}>
            {t(copied ? 'copy.done' : 'phone.copyLink')}
          </button>
          <a className="button" href="/home">
            {t('shell.toHome')}
          </a>
        </div>
      </div>
    </main>
  )
}

const narrowViewport = () => matchMedia(`(max-width: ${sizes.phone}px)`)
/** Whether the viewport is too narrow for the console. */
export const isPhone = (): boolean => narrowViewport().matches

/** Whether the viewport is too narrow, also after it has changed. */
export const usePhone = (): boolean => useSyncExternalStore(onWidthChange, isPhone)

function onWidthChange(listener: () => void): () => void {
  const query = narrowViewport()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
