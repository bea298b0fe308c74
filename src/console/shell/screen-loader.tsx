/** Loads and caches the code of each page on demand. */
import { createElement, use, type ComponentType } from 'react'
import type { PageModel } from '#console/engine/page-model.ts'

type Drawn = ComponentType<{ page: PageModel }>

const ready = new Map<string, Drawn>()
const loading = new Map<string, Promise<Drawn>>()

/**
 * Starts loading a page's code, or joins a load in progress. A failed load is retried on the next
 * call.
 */
export function loadScreen(page: PageModel): Promise<Drawn> {
  const before = loading.get(page.name)
  if (before) return before
  const started = screenOf(page).then((drawn) => {
    ready.set(page.name, drawn)
    return drawn
  })
  loading.set(page.name, started)
  started.catch(() => loading.delete(page.name))
  return started
}

/** Renders a page, synchronously if its code is loaded. */
export function Screen({ page }: { page: PageModel }) {
  return createElement(ready.get(page.name) ?? use(loadScreen(page)), { page })
}

async function screenOf(page: PageModel): Promise<Drawn> {
  if (page.view === 'screen') return (await page.component()).default as Drawn
  return kinds[page.view]()
}

const kinds = {
  list: () =>
    import('#console/engine/list/list-screen.tsx').then(({ ListScreen }) => ListScreen as Drawn),
  form: () =>
    import('#console/engine/form/form-screen.tsx').then(({ FormScreen }) => FormScreen as Drawn),
}
