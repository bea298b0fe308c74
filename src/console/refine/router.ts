/** Refine's router: react-router inside the console, a page load for everything outside it. */
import {
  matchResourceFromRoute,
  ResourceContext,
  type GoConfig,
  type RouterProvider,
} from '@refinedev/core'
import reactRouter from '@refinedev/react-router'
import { useCallback, useContext } from 'react'
import { useLocation } from 'react-router'
import { pageOf } from '#client/routes.ts'

/** Leaving the console for a page of the public site. An object, so that tests can watch it. */
export const exits = {
  to: (path: string) => location.assign(path),
  /** Without a way back to where one was. */
  replace: (path: string) => location.replace(path),
  /** The same place with nothing kept. */
  again: () => location.reload(),
}

const { go: useGoInside, parse: useParseInside } = reactRouter as Required<RouterProvider>

export const routerProvider: RouterProvider = {
  ...reactRouter,

  go: function useGo() {
    const goInside = useGoInside()
    return useCallback(
      (config: GoConfig) => {
        if (config.type === 'path' || !leadsOut(config.to)) return goInside(config)
        const path = String(goInside({ ...config, type: 'path' }))
        return config.type === 'replace' ? exits.replace(path) : exits.to(path)
      },
      [goInside],
    )
  },

  /**
   * A query that can't be decoded (`?to=%25`) throws in the original: here it counts as no query.
   */
  parse: function useParse() {
    const parseInside = useParseInside()
    const { pathname } = useLocation()
    const { resources } = useContext(ResourceContext)
    return useCallback(() => {
      try {
        return parseInside()
      } catch {
        const { resource, action } = matchResourceFromRoute(pathname, resources)
        return { pathname, params: {}, ...(resource && { resource }), ...(action && { action }) }
      }
    }, [parseInside, pathname, resources])
  },
}

function leadsOut(to: string | undefined): boolean {
  return to !== undefined && to.startsWith('/') && pageOf(to.split(/[?#]/)[0]!).kind !== 'console'
}
