/** Page header with title, help and actions; its heading gets the focus after navigation. */
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Prose } from '#client/i18n/prose.tsx'

type Props = { title: ReactNode; help?: ReactNode; actions?: ReactNode }

/** Path of the last page; undefined until the first page has rendered. */
let spokenFor: string | undefined

export function PageHeader({ title, help, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const arrived = spokenFor !== undefined && spokenFor !== pathname
    spokenFor = pathname
    if (arrived) heading.current?.focus()
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
