/** Signed-in application: Refine with its providers, one page per resource, and the shell. */
import { showRefusals } from '#console/refine/notification.ts'
import { keys, Refine, type RefineProps } from '@refinedev/core'
import { DocumentTitleHandler, UnsavedChangesNotifier } from '@refinedev/react-router'
import { use, useEffect, useMemo, useState } from 'react'
import { BrowserRouter } from 'react-router'
import { globals } from '#client/api/early-requests.ts'
import { toLoginUrl } from '#client/routes.ts'
import { currentSession, onSessionChange, isSignedIn } from '#client/session/session.ts'
import { Pages } from '#console/shell/pages.tsx'
import { loadConsoleOnce, type LoadedConsole, type Resources } from '#console/bootstrap.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { createCache } from '#console/refine/query.ts'
import { refineResources } from '#console/refine/resources.ts'
import { exits } from '#console/refine/router.ts'
import { clearDraft } from '#console/features/translation/draft.ts'
import { Toasts } from '#console/ui/overlays.tsx'
import '#ui/visually-hidden.css'
import '#console/ui/base.css'
import '#console/ui/controls.css'
import '#ui/account-menu.css'
import '#console/shell/account-menu.css'
import '#console/shell/header.css'
import '#console/shell/menu.css'
import '#console/shell/shell.css'

/** Milliseconds after which unused early requests are dropped as stale. */
const earlyRequestLifetime = 5_000

/** `resources` are the modules of the `resources` folder; the same object on every render. */
export default function Console({ resources }: { resources: Resources }) {
  const { pages, providers } = use(loadConsoleOnce(resources))
  useSessionChangesElsewhere()
  useEffect(() => {
    const stop = showRefusals()
    return stop
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => globals.earlyRequests?.dropAll(), earlyRequestLifetime)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <BrowserRouter>
        <RefineApp pages={pages} providers={providers} />
      </BrowserRouter>
      <Toasts base />
    </>
  )
}

/**
 * The query cache lives only as long as the mounted console, so that no user sees cached data of
 * another.
 */
function RefineApp({ pages, providers }: LoadedConsole) {
  const [cache] = useState(() => createCache(endSessionIfExpired))
  const me = useCurrentUser()
  const resources = useMemo(() => refineResources(pages, me), [pages, me])
  const options = useMemo(() => refineOptions(cache), [cache])
  useEffect(() => {
    const clearPermissions = () => void cache.invalidateQueries({ queryKey: keys().access().get() })
    const unsubscribe = onSessionChange(({ state }) => state === 'known' && clearPermissions())
    return unsubscribe
  }, [cache])
  return (
    <Refine {...providers} resources={resources} options={options}>
      <DocumentTitleHandler />
      <UnsavedChangesNotifier />
      <Pages pages={pages} />
    </Refine>
  )
}

export function refineOptions(
  cache: ReturnType<typeof createCache>,
): NonNullable<RefineProps['options']> {
  return {
    disableTelemetry: true,
    warnWhenUnsavedChanges: true,
    syncWithLocation: true,
    mutationMode: 'pessimistic',
    liveMode: 'auto',
    reactQuery: { clientConfig: cache },
  }
}

/**
 * Leaves the page when the user signs out or switches in another tab, or when the back-forward
 * cache restores a page of another user.
 */
function useSessionChangesElsewhere() {
  const [shownUserId] = useState(currentUserId)
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || currentUserId() === shownUserId) return
      if (isSignedIn()) exits.reload()
      else exits.replace(toLoginUrl(location.pathname + location.search + location.hash))
    }
    const stop = onSessionChange(({ state, source }) => {
      if (state === 'signedOut' || state === 'switched') clearDraft()
      if (source === 'here') return
      if (state === 'signedOut') exits.replace('/home')
      if (state === 'switched') exits.reload()
    })
    addEventListener('pageshow', onPageShow)
    return () => {
      stop()
      removeEventListener('pageshow', onPageShow)
    }
  }, [shownUserId])
}

const currentUserId = () => currentSession()?.userId
