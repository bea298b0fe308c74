/** Link to another console page; renders nothing if the user has no such page. */
import { ResourceContext } from '@refinedev/core'
import { useContext, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Route } from '#console/engine/resource.ts'

type Props = {
  route: Route
  query?: Readonly<Record<string, string>>
  /** Accessible name, if the link text alone is ambiguous. */
  name?: string
  className?: string
  children: ReactNode
}

export function AppLink({ route, query = {}, name, className = 'app-link', children }: Props) {
  const canOpen = useCanOpen()
  if (!canOpen(route)) return null
  const search = new URLSearchParams(query).toString()
  return (
    <Link
      className={className}
      to={search ? `/${route}?${search}` : `/${route}`}
      {...(name ? { 'aria-label': name } : {})}
    >
      {children}
    </Link>
  )
}

/** Whether the user may open a page, which need not have an entry in the menu. */
export function useCanOpen(): (route: Route) => boolean {
  // Refine's hooks also parse the address: too slow for each link of a page.
  const { resources } = useContext(ResourceContext)
  return (route) =>
    resources.some(({ list, meta }) => list === `/${route}` && meta?.['isOpen'] === true)
}
