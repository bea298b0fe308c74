/** Header of a page, and the skeleton shown while it loads. */
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Prose } from '#client/i18n/prose.tsx'
import { t } from '#console/refine/i18n.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { limits } from '#contract/limits.ts'

type Props = { title: ReactNode; help?: ReactNode; actions?: ReactNode }

/** Path of the last page; undefined until the first page has rendered. */
let lastPath: string | undefined

/** Page header with title, help and actions; its heading gets the focus after navigation. */
export function PageHeader({ title, help, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  // A layout effect, so that a key pressed as soon as the page is seen can move the focus on.
  useLayoutEffect(() => {
    const hasNavigated = lastPath !== undefined && lastPath !== pathname
    lastPath = pathname
    if (hasNavigated) heading.current?.focus()
  }, [pathname])
  return (
    <header className="page-header">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {help && <p>{typeof help === 'string' ? <Prose>{help}</Prose> : help}</p>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  )
}

const skeletonLines = { list: limits.page.size + 2, form: 4, screen: 6 } as const

/** Page skeleton while code or data load; prevents layout shifts. */
export function PageSkeleton({ view }: { view: PageModel['view'] }) {
  return (
    <div className="waiting" data-view={view} aria-busy="true">
      <output className="visually-hidden">{t('shell.loading')}</output>
      <i className="waiting-title" />
      <i className="waiting-help" />
      <div className="card">
        {Array.from({ length: skeletonLines[view] }, (_, index) => (
          <i key={index} />
        ))}
      </div>
    </div>
  )
}
