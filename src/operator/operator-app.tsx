/** Application of the operators: the sign-in at every address until somebody is signed in. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { onSessionChange, isSignedIn } from '#client/session/session.ts'
import { trustStyles } from '#client/trusted-types.ts'
import { buildPages } from '#console/engine/build-page.ts'
import type { Resources } from '#console/bootstrap.ts'
import { loadMessages } from '#console/refine/i18n.ts'
import { viewAddress } from '#console/refine/read-only.ts'
import { startOperatorApplication } from '#operator/application.ts'
import { OperatorConsole, toLoadedApp, type LoadedOperatorApp } from '#operator/console.tsx'
import { getCachedOperator, loadOperator } from '#operator/current-operator.ts'
import { SignIn } from '#operator/sign-in.tsx'

/** Resolves when the page can render. The page retries what failed and shows its own errors. */
export async function loadOperatorApp(resources: Resources): Promise<LoadedOperatorApp> {
  trustStyles()
  startOperatorApplication()
  const pages = buildPages(resources)
  await Promise.all([
    loadMessages(),
    isSignedIn() && !getCachedOperator() && loadOperator().catch(() => undefined),
  ])
  if (import.meta.env.DEV) (await import('#console/engine/diagnostics.ts')).showDiagnostics(pages)
  return toLoadedApp(pages)
}

const OpenView = lazy(() => import('#operator/customers/open-view.tsx'))

/** The page of an ended view, which needs no sign-in. */
const isClosedView = () => location.pathname === viewAddress && location.search === ''

export function OperatorApp({ app }: { app: LoadedOperatorApp }) {
  const [hasSignedIn, setSignedIn] = useState(isSignedIn)
  useEffect(() => {
    const stop = onSessionChange(({ state, source }) => {
      if (state === 'signedIn' && source === 'otherTab')
        void loadOperator()
          .catch(() => undefined)
          .then(() => setSignedIn(true))
    })
    return stop
  }, [])
  if (!hasSignedIn && !isClosedView()) return <SignIn onDone={() => setSignedIn(true)} />
  if (location.pathname !== viewAddress) return <OperatorConsole app={app} />
  return (
    <Suspense>
      <OpenView />
    </Suspense>
  )
}
