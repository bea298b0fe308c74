/**
 * The pages for visitors that need a script, by their address, each loaded when it is asked for.
 */
import type { ComponentType } from 'react'
import type { PageProps } from '#landing/page.ts'
import type { LandingRoute } from '#client/routes.ts'
import { loadLandingWords } from '#landing/messages.ts'

const pages = {
  '/login': () => import('#landing/login/login.tsx'),
  '/PaySuccess': () => import('#landing/pay-success/pay-success.tsx'),
} satisfies Record<LandingRoute, () => Promise<PageModule>>

/** `ready` settles when what else the page needs is there. */
type PageModule = { Page: ComponentType<PageProps>; ready?: () => Promise<void> }

/** The page together with its words. */
export async function loadPage(route: LandingRoute): Promise<ComponentType<PageProps>> {
  const [{ Page, ready }]: [PageModule, void] = await Promise.all([
    pages[route](),
    loadLandingWords(),
  ])
  await ready?.()
  return Page
}
