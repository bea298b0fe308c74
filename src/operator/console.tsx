/** Console of a signed-in operator: Refine with its providers, one page per resource, the shell. */
import { keys, Refine, type RefineProps } from '@refinedev/core'
import { DocumentTitleHandler, UnsavedChangesNotifier } from '@refinedev/react-router'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { BrowserRouter, Link, Navigate, Outlet, Route, Routes } from 'react-router'
import { currentSession, onSessionChange } from '#client/session/session.ts'
import { refineOptions } from '#console/console.tsx'
import { operatorGroups } from '#console/engine/resource.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { dataProvider } from '#console/refine/data.ts'
import { i18nProvider } from '#console/refine/i18n.ts'
import { liveProvider } from '#console/refine/live.ts'
import { notificationProvider } from '#console/refine/notification.ts'
import { createCache } from '#console/refine/query.ts'
import { accessControlProvider, canOpenPage, refineResources } from '#console/refine/resources.ts'
import { exits, routerProvider } from '#console/refine/router.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'
import { Screen } from '#console/shell/screen-loader.tsx'
import { UserLoadError } from '#console/shell/pages.tsx'
import { Notice } from '#console/ui/notice.tsx'
import { Toasts } from '#console/ui/overlays.tsx'
import { PageSkeleton } from '#console/ui/page-header.tsx'
import { authProvider, homePath } from '#operator/auth.ts'
import { useCurrentOperator } from '#operator/current-operator.ts'
import { messagesOf } from '#operator/i18n.ts'
import { OperatorShell } from '#operator/shell.tsx'
import type { zh } from '#locales/operator/shell.ts'

const t = messagesOf<typeof zh>()

export type LoadedOperatorApp = { pages: readonly PageModel[]; providers: RefineProps }

export const toLoadedApp = (pages: readonly PageModel[]): LoadedOperatorApp => ({
  pages,
  providers: {
    dataProvider: dataProvider(pages),
    authProvider,
    accessControlProvider: accessControlProvider(pages),
    i18nProvider: { ...i18nProvider, translate: translateTitles },
    liveProvider: liveProvider(pages),
    notificationProvider,
    routerProvider,
  },
})

/** Document titles name the operators' console instead of the product. */
function translateTitles(...args: Parameters<typeof i18nProvider.translate>): string {
  const text = i18nProvider.translate(...args)
  if (!args[0].startsWith('documentTitle.')) return text
  const product = i18nProvider.translate('product.name')
  return text.replace(product, t('operator.fullName', { product }))
}

export function OperatorConsole({ app: { pages, providers } }: { app: LoadedOperatorApp }) {
  useReloadOnSessionChange()
  const [cache] = useState(() => createCache(endSessionIfExpired))
  const me = useCurrentOperator()
  const resources = useMemo(() => refineResources(pages, me, operatorGroups), [pages, me])
  const options = useMemo(() => refineOptions(cache), [cache])
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
        </Refine>
      </BrowserRouter>
      <Toasts base />
    </>
  )
}

function Pages({ pages }: { pages: readonly PageModel[] }) {
  return (
    <Routes>
      <Route
        element={
          <OperatorShell pages={pages}>
            <Outlet />
          </OperatorShell>
        }
      >
        <Route path="operator" element={<FirstPageRedirect pages={pages} />} />
        {pages.map((page) => (
          <Route key={page.name} path={page.route} element={<GuardedPage page={page} />} />
        ))}
        <Route path="*" element={<UnknownPage />} />
      </Route>
    </Routes>
  )
}

function GuardedPage({ page }: { page: PageModel }) {
  const me = useCurrentOperator()
  if (!me) return <UserLoadError view={page.view} />
  if (!canOpenPage(page, me)) return <UnknownPage />
  return (
    <Suspense fallback={<PageSkeleton view={page.view} />}>
      <Screen page={page} />
    </Suspense>
  )
}

/** Redirects to the first page of the menu that the operator may open. */
function FirstPageRedirect({ pages }: { pages: readonly PageModel[] }) {
  const me = useCurrentOperator()
  if (!me) return <UserLoadError view="screen" />
  const first = firstPage(pages.filter((page) => canOpenPage(page, me)))
  return first ? <Navigate to={`/${first.route}`} replace /> : <UnknownPage />
}

const firstPage = (pages: readonly PageModel[]): PageModel | undefined =>
  operatorGroups
    .flatMap((group) =>
      pages
        .filter(({ menu }) => menu?.group === group)
        .toSorted((a, b) => a.menu!.order - b.menu!.order),
    )
    .at(0)

/** An unknown address, or a page that the operator's role may not open. */
function UnknownPage() {
  return (
    <Notice
      title={t('operator.unknown.title')}
      actions={
        <Link to={homePath} className="button primary">
          {t('operator.unknown.back')}
        </Link>
      }
    >
      {t('operator.unknown.help')}
    </Notice>
  )
}

/**
 * Reloads when the operator signs out or switches in another tab, or when the back-forward cache
 * restores a page of another operator.
 */
function useReloadOnSessionChange() {
  const [initialUserId] = useState(userId)
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && userId() !== initialUserId) exits.reload()
    }
    const stop = onSessionChange(({ state, source }) => {
      if (source !== 'here' && (state === 'signedOut' || state === 'switched')) exits.reload()
    })
    addEventListener('pageshow', onPageShow)
    return () => {
      stop()
      removeEventListener('pageshow', onPageShow)
    }
  }, [initialUserId])
}

const userId = () => currentSession()?.userId
