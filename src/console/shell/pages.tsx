/** Routes of the console, one per page, with its loading, refusal and failure states. */
import { useGetIdentity } from '@refinedev/core'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation, useNavigate } from 'react-router'
import { consoleRoutes } from '#client/console-routes.ts'
import { toPage, findRedirect } from '#client/routes.ts'
import { waitUntilIdle } from '#client/wait-until-idle.ts'
import { isSignedIn, onSessionChange } from '#client/session/session.ts'
import { CommandButton } from '#console/shell/command-button.tsx'
import { AccountMenu } from '#console/shell/account-menu.tsx'
import { PhoneGate } from '#console/shell/phone-gate.tsx'
import { Screen } from '#console/shell/screen-loader.tsx'
import { Shell } from '#console/shell/shell.tsx'
import { Unavailable } from '#console/shell/unavailable.tsx'
import { canOpenPage } from '#console/refine/resources.ts'
import { useUserAccess } from '#console/refine/current-user.ts'
import { isServedPage, useCapabilities } from '#console/refine/capabilities.ts'
import { draftAddress } from '#console/refine/form-draft.ts'
import { isReadOnly } from '#console/refine/read-only.ts'
import { exits } from '#console/refine/router.ts'
import { showRefusals } from '#console/refine/notification.ts'
import { clearDraft } from '#console/features/translation/draft.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { PanelHost } from '#console/engine/panel-host.tsx'
import { ErrorBoundary } from '#console/ui/error-boundary.tsx'
import { Refused, Notice } from '#console/ui/notice.tsx'
import { PageSkeleton } from '#console/ui/page-header.tsx'
import { t, messageOf } from '#console/refine/i18n.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { isSessionEnding } from '#console/refine/session-expiry.ts'
import { FailureHelp } from '#console/ui/contact-support.tsx'
import { EyeIcon } from '#ui/icons.tsx'
import { Logo } from '#ui/logo.tsx'

/**
 * Pages for visitors render without the shell and without the phone gate, since they need no
 * session.
 */
export function Pages({ pages }: { pages: readonly PageModel[] }) {
  useEffect(showRefusals, [])
  useEffect(clearDraftAtSessionEnd, [])
  const missingRoutes = consoleRoutes.filter(
    (path) => !pages.some(({ route }) => path === `/${route}`),
  )
  return (
    <Routes>
      {pages.filter(isVisitorPage).map((page) => (
        <Route key={page.name} path={page.route} element={<VisitorPage page={page} />} />
      ))}
      <Route
        element={
          <PhoneGate>
            <SignedInShell pages={pages} />
          </PhoneGate>
        }
      >
        {pages
          .filter((page) => !isVisitorPage(page))
          .map((page) => (
            <Route
              key={page.name}
              path={page.route}
              element={<GuardedPage page={page} refused={<Refused />} />}
            />
          ))}
        {missingRoutes.map((path) => (
          <Route key={path} path={path} element={<Unavailable />} />
        ))}
      </Route>
      <Route path="*" element={<UnknownPath />} />
    </Routes>
  )
}

const clearDraftAtSessionEnd = () =>
  onSessionChange(({ state }) => {
    if (state === 'signedOut' || state === 'switched') clearDraft()
  })

/** Whether a page needs no signed-in user. */
const isVisitorPage = ({ access }: Pick<PageModel, 'access'>): boolean => access === 'visitor'

function VisitorPage({ page }: { page: PageModel }) {
  return (
    <main className="standalone">
      <Suspense>
        <Screen page={page} />
      </Suspense>
    </main>
  )
}

/** Loads when the page is idle, since nothing visible depends on it. */
const Bell = lazy(async () => {
  await waitUntilIdle()
  return import('#console/features/notifications/bell.tsx')
})

const loadPalette = () => import('#console/features/palette/account-palette.ts')

/** Bar shown while support views a customer's account. */
const ViewerBar = lazy(() => import('#console/features/support-view/viewer-bar.tsx'))

/** Product logo and name, linking to the public site. */
function Brand() {
  const product = t('product.name')
  return (
    <a className="brand" href="/" aria-label={t('shell.brand', { product })}>
      <Logo size={28} />
      <span>{product}</span>
    </a>
  )
}

/** If the console opens at the overview: back to the page on which something was typed. */
function useReturnToDraft(): void {
  const navigate = useNavigate()
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    const address = draftAddress()
    if (address && location.pathname === `/${overviewRoute}`)
      void navigate(address, { replace: true })
  }, [navigate])
}

/** Reloads the user once, since the stored session may predate a change of role or membership. */
function SignedInShell({ pages }: { pages: readonly PageModel[] }) {
  // Its parts subscribe to the user by themselves.
  useGetIdentity({ queryOptions: { notifyOnChangeProps: [] } })
  useReturnToDraft()
  return (
    <Shell
      pages={pages}
      brand={<Brand />}
      tools={
        <>
          <CommandButton pages={pages} loadConfig={loadPalette} />
          <ErrorBoundary fallback={null}>
            <Suspense fallback={<span className="icon-button" />}>
              <Bell />
            </Suspense>
          </ErrorBoundary>
          <AccountMenu pages={pages} />
        </>
      }
    >
      {isReadOnly && (
        <Suspense>
          <ViewerBar />
        </Suspense>
      )}
      <Outlet />
    </Shell>
  )
}

/** Disables its own buttons in a read-only session; other screens are disabled as a whole. */
const overviewRoute: PageModel['route'] = 'UserCenterIndex'

type GuardedPageProps = {
  page: PageModel
  /** Shown to users who may not open the page. */
  refused: ReactNode
}

/** A page of either console, once its user has loaded. */
export function GuardedPage({ page, refused }: GuardedPageProps) {
  const me = useUserAccess()
  const { serves, isLoaded } = useCapabilities()
  if (!me)
    return isSignedIn() ? <UserLoadError view={page.view} /> : <PageSkeleton view={page.view} />
  if (!canOpenPage(page, me)) return refused
  if (isLoaded && !isServedPage(page, serves)) return <Unavailable />
  if (isLoaded && page.view === 'list' && page.placeholder && !serves(page.page))
    return <PanelHost load={page.placeholder} props={{}} />
  return (
    <Suspense fallback={<PageSkeleton view={page.view} />}>
      {isReadOnly && page.view !== 'list' && page.route !== overviewRoute ? (
        <fieldset className="read-only-screen" disabled aria-describedby="read-only-note">
          <p id="read-only-note" className="read-only-note">
            <EyeIcon />
            {t('supportView.disabled')}
          </p>
          <Screen page={page} />
        </fieldset>
      ) : (
        <Screen page={page} />
      )}
    </Suspense>
  )
}

/** Handles unknown paths by the redirects of spec 2.4, inside the console or out of it. */
function UnknownPath() {
  const location = useLocation()
  const redirect = findRedirect(location)
  const isConsole = toPage(location.pathname).kind === 'console'
  // An unknown console path has no redirect; routing to itself would be an endless loop.
  const staysInConsole = isConsole && redirect !== null
  const to = redirect ?? (isConsole ? '/home' : location.pathname + location.search + location.hash)
  useEffect(() => {
    if (!staysInConsole) exits.replace(to)
  }, [staysInConsole, to])
  return staysInConsole ? <Navigate to={to} replace /> : null
}

/** Skeleton while the user loads; an error with a retry button if loading fails. */
export function UserLoadError({ view }: { view: PageModel['view'] }) {
  const { error, isFetching, refetch } = useGetIdentity()
  if (!error || isFetching || isSessionEnding()) return <PageSkeleton view={view} />
  const { text, requestId } = errorMessage(error, messageOf)
  return (
    <Notice
      alert
      title={t('overview.failed')}
      actions={
        <button type="button" className="button primary" onClick={() => void refetch()}>
          {t('shell.retry')}
        </button>
      }
    >
      {text}
      <FailureHelp requestId={requestId} />
    </Notice>
  )
}
