/** Application of the operators: the sign-in at every address until somebody is signed in. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { onSessionChange, isSignedIn } from '#client/session/session.ts'
import { trustStyles } from '#client/trusted-types.ts'
import { buildPages } from '#console/engine/build-page.ts'
import type { Resources } from '#console/bootstrap.ts'
import { loadMessages } from '#console/refine/i18n.ts'
import { viewAddress } from '#console/refine/read-only.ts'
import { startOperatorApplication } from '#operator/application.ts'
import { OperatorConsole, openedWith, type Opened } from '#operator/console.tsx'
import { knownOperator, loadOperator } from '#operator/current-operator.ts'
import { SignIn } from '#operator/sign-in.tsx'

/** Resolves when the page can render. The page retries what failed and shows its own errors. */
export async function openOperators(resources: Resources): Promise<Opened> {
  trustStyles()
  startOperatorApplication()
  const pages = buildPages(resources)
  await Promise.all([
    loadMessages(),
    isSignedIn() && !knownOperator() && loadOperator().catch(() => undefined),
  ])
  if (import.meta.env.DEV) (await import('#console/engine/diagnostics.ts')).showDiagnostics(pages)
  return openedWith(pages)
}

const OpenView = lazy(() => import('#operator/customers/open-view.tsx'))

/** A view that is over says so without a sign-in. */
const isOver = () => location.pathname === viewAddress && location.search === ''

export function OperatorApp({ opened }: { opened: Opened }) {
  const [entered, setEntered] = useState(isSignedIn)
  useEffect(() => {
    const stop = onSessionChange(({ now, by }) => {
      if (now === 'signedIn' && by === 'otherTab')
        void loadOperator()
          .catch(() => undefined)
          .then(() => setEntered(true))
    })
    return stop
  }, [])
  if (!entered && !isOver()) return <SignIn onDone={() => setEntered(true)} />
  if (location.pathname !== viewAddress) return <OperatorConsole opened={opened} />
  return (
    <Suspense>
      <OpenView />
    </Suspense>
  )
}
