/** Routes of the console: resource pages, unavailable pages and redirects. */
import { useGetIdentity } from '@refinedev/core'
import { Suspense, useEffect } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { consoleRoutes, pageOf, redirectOf } from '#client/routes.ts'
import { signedIn } from '#client/session/session.ts'
import { PageTabs } from '#console/shell/page-tabs.tsx'
import { PhoneGate } from '#console/shell/phone-gate.tsx'
import { Screen } from '#console/shell/screen-loader.tsx'
import { Shell } from '#console/shell/shell.tsx'
import { UserLoadError } from '#console/shell/user-load-error.tsx'
import { Unavailable } from '#console/shell/unavailable.tsx'
import { mayOpen } from '#console/refine/access.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { isServedPage, useCapabilities } from '#console/refine/capabilities.ts'
import { exits } from '#console/refine/router.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { PanelHost } from '#console/engine/panel-host.tsx'
import { Refused } from '#console/ui/refused.tsx'
import { PageSkeleton } from '#console/ui/skeleton.tsx'

/**
 * Pages for visitors render without the shell and without the phone gate, since they need no
 * session.
 */
export function Pages({ pages }: { pages: readonly PageModel[] }) {
  const unbuilt = consoleRoutes.filter((path) => !pages.some(({ route }) => path === `/${route}`))
  return (
    <Routes>
      {pages.filter(isBare).map((page) => (
        <Route key={page.name} path={page.route} element={<Bare page={page} />} />
      ))}
      <Route
        element={
          <PhoneGate>
            <Inside pages={pages} />
          </PhoneGate>
        }
      >
        {pages
          .filter((page) => !isBare(page))
          .map((page) => (
            <Route
              key={page.name}
              path={page.route}
              element={<Guarded page={page} pages={pages} />}
            />
          ))}
        {unbuilt.map((path) => (
          <Route key={path} path={path} element={<Unavailable />} />
        ))}
      </Route>
      <Route path="*" element={<Elsewhere />} />
    </Routes>
  )
}

/** Whether a page needs no signed-in user. */
export const isBare = ({ access }: Pick<PageModel, 'access'>): boolean => access === 'visitor'

function Bare({ page }: { page: PageModel }) {
  return (
    <main className="bare">
      <Suspense>
        <Screen page={page} />
      </Suspense>
    </main>
  )
}

/** Reloads the user once, since the stored session may predate a change of role or membership. */
function Inside({ pages }: { pages: readonly PageModel[] }) {
  useGetIdentity()
  return (
    <Shell pages={pages}>
      <Outlet />
    </Shell>
  )
}

function Guarded({ page, pages }: { page: PageModel; pages: readonly PageModel[] }) {
  const me = useCurrentUser()
  const { serves, known } = useCapabilities()
  if (!me)
    return signedIn() ? <UserLoadError view={page.view} /> : <PageSkeleton view={page.view} />
  if (!mayOpen(page, me)) return <Refused />
  if (known && !isServedPage(page, serves)) return <Unavailable />
  if (known && page.view === 'list' && page.placeholder && !serves(page.page))
    return <PanelHost load={page.placeholder} props={{}} />
  return (
    <>
      <PageTabs page={page} pages={pages} />
      <Suspense fallback={<PageSkeleton view={page.view} />}>
        <Screen page={page} />
      </Suspense>
    </>
  )
}

/** Handles unknown paths by the redirects of spec 2.4, inside the console or out of it. */
function Elsewhere() {
  const here = useLocation()
  const to = redirectOf(here) ?? here.pathname + here.search + here.hash
  const inside = pageOf(here.pathname).kind === 'console'
  useEffect(() => {
    if (!inside) exits.replace(to)
  }, [inside, to])
  return inside ? <Navigate to={to} replace /> : null
}
