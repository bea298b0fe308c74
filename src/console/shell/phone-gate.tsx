/** Replaces the console on phones by a desktop-only notice (spec 2.9). */
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { t } from '#console/refine/i18n.ts'
import { Arc } from '#console/ui/arc.tsx'
import { ErrorBoundary } from '#console/ui/error-boundary.tsx'
import { useMediaQuery } from '#console/ui/use-media-query.ts'
import { useCopy } from '#console/ui/copy-button.tsx'
import { isReadOnly } from '#console/refine/read-only.ts'
import { sizes } from '#contract/sizes.ts'

// Two constants: the build mixes up the preloads of two imports in one conditional expression.
const ViewerBar = lazy(() => import('#console/features/support-view/viewer-bar.tsx'))
const PhoneScreen = lazy(() => import('#console/features/support-view/phone-screen.tsx'))

/** Once mounted, the console itself shows views by support, also while it is hidden. */
export function PhoneGate({ children }: { children: ReactNode }) {
  const isNarrow = useIsPhone()
  const [isMounted, setIsMounted] = useState(!isNarrow)
  if (!isNarrow && !isMounted) setIsMounted(true)
  return (
    <>
      {isNarrow && <PhoneNotice />}
      {isNarrow && !isMounted && (
        <ErrorBoundary fallback={null}>
          <Suspense>{isReadOnly ? <ViewerBar /> : <PhoneScreen />}</Suspense>
        </ErrorBoundary>
      )}
      {isMounted && <div hidden={isNarrow}>{children}</div>}
    </>
  )
}

function PhoneNotice() {
  const { isCopied, copy } = useCopy(location.href)
  return (
    <main className="standalone">
      <div className="notice">
        <Arc />
        <header className="page-header">
          <div>
            <h1>{t('phone.title')}</h1>
            <p>{t('phone.help')}</p>
          </div>
        </header>
        <p className="link">{location.origin + location.pathname}</p>
        <div className="button-row">
          <button type="button" className="button primary" onClick={copy}>
            {t(isCopied ? 'copy.done' : 'phone.copyLink')}
          </button>
          <a className="button" href="/home">
            {t('shell.toHome')}
          </a>
        </div>
      </div>
    </main>
  )
}

const phoneQuery = `(max-width: ${sizes.phone}px)`

/** Whether the viewport is too narrow for the console. */
export const isPhone = (): boolean => matchMedia(phoneQuery).matches

/** Like `isPhone`, kept up to date. */
export const useIsPhone = (): boolean => useMediaQuery(phoneQuery)
