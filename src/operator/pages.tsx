/** Routes of the operators' console, one per page. */
import { useMenu } from '@refinedev/core'
import { Link, Navigate, Outlet, Route, Routes } from 'react-router'
import type { PageModel } from '#console/engine/page-model.ts'
import { GuardedPage, UserLoadError } from '#console/shell/pages.tsx'
import { Notice } from '#console/ui/notice.tsx'
import { useCurrentOperator } from '#operator/current-operator.ts'
import { messagesOf } from '#operator/i18n.ts'
import { homePath, OperatorShell } from '#operator/shell.tsx'
import type { zh } from '#locales/operator/shell.ts'

const t = messagesOf<typeof zh>()

export function OperatorPages({ pages }: { pages: readonly PageModel[] }) {
  return (
    <Routes>
      <Route
        element={
          <OperatorShell pages={pages}>
            <Outlet />
          </OperatorShell>
        }
      >
        <Route path="operator" element={<FirstPageRedirect />} />
        {pages.map((page) => (
          <Route
            key={page.name}
            path={page.route}
            element={<GuardedPage page={page} refused={<UnknownPage />} />}
          />
        ))}
        <Route path="*" element={<UnknownPage />} />
      </Route>
    </Routes>
  )
}

/** Redirects to the first page of the menu, which has those that the operator may open. */
function FirstPageRedirect() {
  const me = useCurrentOperator()
  const first = useMenu().menuItems[0]?.children[0]?.route
  if (!me) return <UserLoadError view="screen" />
  return first === undefined ? <UnknownPage /> : <Navigate to={first} replace />
}

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
