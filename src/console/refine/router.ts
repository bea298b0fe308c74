/** Refine's router: react-router inside the console, full page loads outside it. */
import {
  matchResourceFromRoute,
  ResourceContext,
  type GoConfig,
  type RouterProvider,
} from '@refinedev/core'
import reactRouter from '@refinedev/react-router'
import { useCallback, useContext } from 'react'
import { useLocation } from 'react-router'
import { toPage } from '#client/routes.ts'

/** Navigation to the public site. An object, so that tests can spy on it. */
export const exits = {
  assign: (path: string) => location.assign(path),
  /** Replaces the history entry. */
  replace: (path: string) => location.replace(path),
  reload: () => location.reload(),
}

const { go: useGoInside, parse: useParseInside } = reactRouter as Required<RouterProvider>

export const routerProvider: RouterProvider = {
  ...reactRouter,

  go: function useGo() {
    const goInside = useGoInside()
    return useCallback(
      (config: GoConfig) => {
        if (config.type === 'path' || !leavesConsole(config.to)) return goInside(config)
        const path = String(goInside({ ...config, type: 'path' }))
        return config.type === 'replace' ? exits.replace(path) : exits.assign(path)
      },
      [goInside],
    )
  },

  /** Treats a malformed query (`?to=%25`), on which the original throws, as empty. */
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

function leavesConsole(to: string | undefined): boolean {
  return to !== undefined && to.startsWith('/') && toPage(to.split(/[?#]/)[0]!).kind !== 'console'
}
