/** Client-rendered public pages by route, loaded on demand. */
import type { ComponentType } from 'react'
import type { LandingRoute } from '#client/routes.ts'
import { loadLandingMessages } from '#landing/messages.ts'

/** `open` navigates within the site without a document load. */
export type PageProps = { open: (to: string) => void }

const pages = {
  '/login': () => import('#landing/login/login.tsx'),
  '/PaySuccess': () => import('#landing/pay-success/pay-success.tsx'),
} satisfies Record<LandingRoute, () => Promise<PageModule>>

/** `ready` resolves when the page's other dependencies are loaded. */
type PageModule = { Page: ComponentType<PageProps>; ready?: () => Promise<void> }

/** Loads a page and its messages. */
export async function loadPage(route: LandingRoute): Promise<ComponentType<PageProps>> {
  const [{ Page, ready }]: [PageModule, void] = await Promise.all([
    pages[route](),
    loadLandingMessages(),
  ])
  await ready?.()
  return Page
}
