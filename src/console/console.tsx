/** The signed-in part of the product: Refine with our providers, a page for each resource, the shell around them. */
import { keys, Refine, type RefineProps } from '@refinedev/core'
import { DocumentTitleHandler, UnsavedChangesNotifier } from '@refinedev/react-router'
import { use, useEffect, useMemo } from 'react'
import { BrowserRouter } from 'react-router'
import { loginFor } from '#client/routes.ts'
import { onSessionChange, signedIn } from '#client/session.ts'
import { Pages } from '#console/layout/pages.tsx'
import { PhoneGate } from '#console/layout/phone-gate.tsx'
import { opened, type Resources } from '#console/open.ts'
import { useMe } from '#console/providers/me.ts'
import { refineResources } from '#console/providers/resources.ts'
import { exits } from '#console/providers/router.ts'
import { Toasts } from '#console/ui/toasts.tsx'
import '#console/ui/base.css'
import '#console/layout/shell.css'

/** `resources` are the modules of the folder of that name; the same object at every drawing. */
export default function Console({ resources }: { resources: Resources }) {
  const { pages, cache, refine } = use(opened(resources))
  const me = useMe()
  const known = useMemo(() => refineResources(pages, me), [pages, me])
  useOtherTabs()
  useEffect(() => void cache.invalidateQueries({ queryKey: keys().access().get() }), [cache, me?.parentUserId, me?.createChildUser])
  return (
    <PhoneGate>
      <BrowserRouter>
        <Refine {...(refine as RefineProps)} resources={known}>
          <DocumentTitleHandler />
          <UnsavedChangesNotifier />
          <Pages pages={pages} />
        </Refine>
      </BrowserRouter>
      <Toasts />
    </PhoneGate>
  )
}

/** Somebody signed out or changed places in another tab, or the browser brought back a page of somebody who has left: nothing of theirs stays on the screen. */
function useOtherTabs() {
  useEffect(() => {
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (persisted && !signedIn()) exits.replace(loginFor(location.pathname + location.search + location.hash))
    }
    const stop = onSessionChange(({ now, by }) => {
      if (by === 'here' || (now !== 'signedOut' && now !== 'switched')) return
      if (now === 'switched') exits.again()
      else exits.replace('/home')
    })
    addEventListener('pageshow', returned)
    return () => {
      stop()
      removeEventListener('pageshow', returned)
    }
  }, [])
}
