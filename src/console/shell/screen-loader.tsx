/** Loads and caches the code of each page on demand. */
import { createElement, use, type ComponentType } from 'react'
import type { PageModel } from '#console/engine/page-model.ts'

type PageComponent = ComponentType<{ page: PageModel }>

const loadedScreens = new Map<string, PageComponent>()
/** Names of pages that were rendered before their code was loaded. */
const awaitedScreens = new Set<string>()
const loadingScreens = new Map<string, Promise<PageComponent>>()

/**
 * Starts loading a page's code, or joins a load in progress. A failed load is retried on the next
 * call.
 */
export function loadScreen(page: PageModel): Promise<PageComponent> {
  const pending = loadingScreens.get(page.name)
  if (pending) return pending
  const started = importScreen(page).then((component) => {
    loadedScreens.set(page.name, component)
    return component
  })
  loadingScreens.set(page.name, started)
  started.catch(() => loadingScreens.delete(page.name))
  return started
}

/**
 * Renders a page, synchronously if its code is loaded. React requires that a component that has
 * suspended by `use` calls it again, so an awaited page keeps to `use`.
 */
export function Screen({ page }: { page: PageModel }) {
  const component = awaitedScreens.has(page.name) ? undefined : loadedScreens.get(page.name)
  if (!component) awaitedScreens.add(page.name)
  return createElement(component ?? use(loadScreen(page)), { page })
}

async function importScreen(page: PageModel): Promise<PageComponent> {
  if (page.view === 'screen') return (await page.component()).default as PageComponent
  return engineScreens[page.view]()
}

const engineScreens = {
  list: () =>
    import('#console/engine/list/list-screen.tsx').then(
      ({ ListScreen }) => ListScreen as PageComponent,
    ),
  form: () =>
    import('#console/engine/form/form-screen.tsx').then(
      ({ FormScreen }) => FormScreen as PageComponent,
    ),
}
