/**
 * A link to another page of the console; nothing where there is no such page, or not for this user.
 */
import { useResourceParams } from '@refinedev/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Route } from '#console/engine/resource.ts'

type Props = {
  route: Route
  query?: Readonly<Record<string, string>>
  /** What the link is called, where its words don't say enough by themselves. */
  name?: string
  className?: string
  children: ReactNode
}

export function AppLink({ route, query = {}, name, className = 'way', children }: Props) {
  const leadsTo = useWays()
  if (!leadsTo(route)) return null
  const asked = new URLSearchParams(query).toString()
  return (
    <Link
      className={className}
      to={asked ? `/${route}?${asked}` : `/${route}`}
      {...(name ? { 'aria-label': name } : {})}
    >
      {children}
    </Link>
  )
}

/** Whether the menu of this user has a page at an address. */
export function useWays(): (route: Route) => boolean {
  const { resources } = useResourceParams()
  return (route) => resources.some(({ list, meta }) => list === `/${route}` && meta?.hide !== true)
}
