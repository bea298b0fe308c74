/** Application of the operators: the sign-in at every address until somebody is signed in. */
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { onSessionChange, isSignedIn } from '#client/session/session.ts'
import { startConsole, type Resources } from '#console/console.tsx'
import { supportViewAddress } from '#console/refine/read-only.ts'
import { operatorApplication } from '#operator/application.ts'
import { loadOperator } from '#operator/current-operator.ts'
import { OperatorPages } from '#operator/pages.tsx'
import { SignIn } from '#operator/sign-in.tsx'

/** Resolves when the sign-in or the first page can render. */
export async function startOperatorApp(resources: Resources): Promise<ComponentType> {
  const Console = await startConsole({
    resources,
    Pages: OperatorPages,
    application: operatorApplication,
  })
  return () => <OperatorApp Console={Console} />
}

const OpenView = lazy(() => import('#operator/customers/open-support-view.tsx'))

/** The page of an ended view, which needs no sign-in. */
const isClosedView = () => location.pathname === supportViewAddress && location.search === ''

function OperatorApp({ Console }: { Console: ComponentType }) {
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
  if (location.pathname !== supportViewAddress) return <Console />
  return (
    <Suspense>
      <OpenView />
    </Suspense>
  )
}
