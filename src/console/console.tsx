/** Starts a console, customers' or operators': Refine with its providers, one page per resource. */
import { keys, Refine, type RefineProps } from '@refinedev/core'
import { DocumentTitleHandler, UnsavedChangesNotifier } from '@refinedev/react-router'
import { useEffect, useMemo, useState, type ComponentType } from 'react'
import { BrowserRouter } from 'react-router'
import { globals } from '#client/api/early-requests.ts'
import { currentSession, isSignedIn, onSessionChange } from '#client/session/session.ts'
import { trustStyles } from '#client/trusted-types.ts'
import { buildPages } from '#console/engine/build-page.ts'
import { requestOfUrl } from '#console/engine/list/use-list.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import type { Resource } from '#console/engine/resource.ts'
import { application, setApplication, type Application } from '#console/refine/application.ts'
import { authProvider } from '#console/refine/auth.ts'
import { loadCapabilities } from '#console/refine/capabilities.ts'
import { loadFirstUser, useUserAccess } from '#console/refine/current-user.ts'
import { dataProvider } from '#console/refine/data.ts'
import { dropFirstRows, loadFirstRows } from '#console/refine/first-rows.ts'
import { i18nProvider, loadMessages } from '#console/refine/i18n.ts'
import { liveProvider } from '#console/refine/live.ts'
import { notificationProvider } from '#console/refine/notification.ts'
import { createCache } from '#console/refine/query.ts'
import { accessControlProvider, refineResources } from '#console/refine/resources.ts'
import { exits, routerProvider } from '#console/refine/router.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'
import { isPhone } from '#console/shell/phone-gate.tsx'
import { loadScreen } from '#console/shell/screen-loader.tsx'
import { ContactHost } from '#console/ui/contact-host.tsx'
import { Toasts } from '#console/ui/overlays.tsx'
import '#ui/visually-hidden.css'
import '#console/ui/base.css'
import '#console/ui/controls.css'
import '#ui/account-menu.css'
import '#console/shell/account-menu.css'
import '#console/shell/header.css'
import '#console/shell/menu.css'
import '#console/shell/shell.css'

export type Resources = Readonly<Record<string, { readonly default: Resource }>>

type Configuration = {
  /** The modules of a folder of resources. */
  resources: Resources
  /** The pages at their addresses, in their frame. */
  Pages: ComponentType<{ pages: readonly PageModel[] }>
  /** The customers' console by default. */
  application?: Application
}

/**
 * Loads the messages, the user, the capabilities and the code of the first page in parallel. Resolves with the console
 * when the page at the current URL can render. Load failures are ignored here: the page retries
 * them and shows its own errors.
 */
export async function startConsole({
  resources,
  Pages,
  application: started = application(),
}: Configuration): Promise<ComponentType> {
  trustStyles()
  setApplication(started)
  const pages = buildPages(resources)
  const providers = providersFor(pages)
  const messages = loadMessages()
  const firstRows = messages.then(() => requestFirstRows(pages, providers))
  await Promise.all([
    loadFirstScreen(pages),
    messages,
    isSignedIn() && !started.userAccess() && loadFirstUser().catch(() => undefined),
    isSignedIn() && loadCapabilities(),
  ])
  await Promise.race([firstRows, wait(maxWaitForRows)])
  if (import.meta.env.DEV) (await import('#console/engine/diagnostics.ts')).showDiagnostics(pages)
  return () => <Console pages={pages} providers={providers} Pages={Pages} />
}

/** The page at the current URL, if it can be shown. */
const findFirstPage = (pages: readonly PageModel[]): PageModel | undefined =>
  pages.find(
    ({ route, access }) =>
      location.pathname === `/${route}` && !isPhone() && (isSignedIn() || access === 'visitor'),
  )

async function loadFirstScreen(pages: readonly PageModel[]): Promise<void> {
  const first = findFirstPage(pages)
  if (first) await loadScreen(first).catch(() => undefined)
}

/**
 * Milliseconds that the first rendering waits for rows when all else is there: a rendering without
 * them takes longer.
 */
const maxWaitForRows = 100

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Reads the response of a request that the page's `<head>` has sent. */
async function requestFirstRows(
  pages: readonly PageModel[],
  { dataProvider: provider }: ReturnType<typeof providersFor>,
): Promise<void> {
  const first = findFirstPage(pages)
  if (first?.view !== 'list' || !globals.earlyRequests) return
  const request = requestOfUrl(first)
  if (request) await loadFirstRows(request, provider.getList)
}

export function providersFor(pages: readonly PageModel[]) {
  return {
    dataProvider: dataProvider(pages),
    authProvider,
    accessControlProvider: accessControlProvider(pages),
    i18nProvider,
    liveProvider: liveProvider(pages),
    notificationProvider,
    routerProvider,
  } satisfies RefineProps
}

type ConsoleProps = Pick<Configuration, 'Pages'> & {
  pages: readonly PageModel[]
  providers: RefineProps
}

/** Milliseconds after which unused early requests are dropped as stale. */
const earlyRequestLifetime = 5_000

/**
 * The query cache lives only as long as the mounted console, so that no user sees cached data of
 * another.
 */
function Console({ pages, providers, Pages }: ConsoleProps) {
  const [cache] = useState(() => createCache(endSessionIfExpired))
  const me = useUserAccess()
  const resources = useMemo(() => refineResources(pages, me), [pages, me])
  const options = useMemo(() => refineOptions(cache), [cache])
  useSessionChangesElsewhere()
  useEffect(() => {
    const timer = setTimeout(() => {
      globals.earlyRequests?.dropAll()
      dropFirstRows()
    }, earlyRequestLifetime)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const clearPermissions = () => void cache.invalidateQueries({ queryKey: keys().access().get() })
    const unsubscribe = onSessionChange(({ state }) => state === 'known' && clearPermissions())
    return unsubscribe
  }, [cache])
  return (
    <>
      <BrowserRouter>
        <Refine {...providers} resources={resources} options={options}>
          <DocumentTitleHandler />
          <UnsavedChangesNotifier />
          <Pages pages={pages} />
          <ContactHost />
        </Refine>
      </BrowserRouter>
      <Toasts base />
    </>
  )
}

const refineOptions = (
  cache: ReturnType<typeof createCache>,
): NonNullable<RefineProps['options']> => ({
  disableTelemetry: true,
  warnWhenUnsavedChanges: true,
  syncWithLocation: true,
  mutationMode: 'pessimistic',
  liveMode: 'auto',
  reactQuery: { clientConfig: cache },
})

/**
 * Leaves the page when the user signs out or switches in another tab, or when the back-forward
 * cache restores a page of another user. Without a session, a reloaded page leads to the sign-in.
 */
function useSessionChangesElsewhere() {
  const [shownUserId] = useState(currentUserId)
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && currentUserId() !== shownUserId) exits.reload()
    }
    const stop = onSessionChange(({ state, source }) => {
      if (source === 'here') return
      if (state === 'signedOut') application().openStartPage()
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
