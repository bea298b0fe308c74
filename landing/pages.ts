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

/** `loadDependencies`: loads what the page needs before it is rendered, such as its messages. */
type PageModule = { Page: ComponentType<PageProps>; loadDependencies?: () => Promise<void> }

/** Loads a page with all that it needs to be rendered. */
export async function loadPage(route: LandingRoute): Promise<ComponentType<PageProps>> {
  const [{ Page, loadDependencies }]: [PageModule, void] = await Promise.all([
    pages[route](),
    loadLandingMessages(),
  ])
  await loadDependencies?.()
  return Page
}
