/** Refine's router: react-router inside the console, full page loads outside it. */
import {
  matchResourceFromRoute,
  ResourceContext,
  type GoConfig,
  type IResourceItem,
  type ParseResponse,
  type RouterProvider,
} from '@refinedev/core'
import { useCallback, useContext } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toPage } from '#client/routes.ts'

/** Navigation to the public site. An object, so that tests can spy on it. */
export const exits = {
  assign: (path: string) => location.assign(path),
  /** Replaces the history entry. */
  replace: (path: string) => location.replace(path),
  reload: () => location.reload(),
}

/** Refine's hooks that the console uses go to whole paths, and none reads a part of the query. */
export const routerProvider: RouterProvider = {
  go: function useGo() {
    const navigate = useNavigate()
    return useCallback(
      ({ to = '', type, query, hash, options }: GoConfig) => {
        if (query ?? hash ?? options) throw new Error('Name the whole path in `to`.')
        if (type === 'path') return to
        if (!leavesConsole(to)) return void navigate(to, { replace: type === 'replace' })
        return type === 'replace' ? exits.replace(to) : exits.assign(to)
      },
      [navigate],
    )
  },

  parse: function useParse() {
    const { pathname } = useLocation()
    const { resources } = useContext(ResourceContext)
    return useCallback(() => parseAddress({ resources, pathname }), [resources, pathname])
  },
}

type Address = { resources: IResourceItem[]; pathname: string }

let lastParsed: (Address & { response: ParseResponse }) | undefined

/**
 * Keeps the response for the last address: each data hook of Refine asks for it several times. No
 * route of the console has parameters.
 */
function parseAddress({ resources, pathname }: Address): ParseResponse {
  if (lastParsed?.resources === resources && lastParsed.pathname === pathname)
    return lastParsed.response
  const { resource, action } = matchResourceFromRoute(pathname, resources)
  const response = { pathname, ...(resource && { resource }), ...(action && { action }) }
  lastParsed = { resources, pathname, response }
  return response
}

const leavesConsole = (to: string): boolean =>
  to.startsWith('/') && toPage(to.split(/[?#]/)[0]!).kind !== 'console'
