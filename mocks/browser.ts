/** The demo without a server: the reference server runs in the browser, and a service worker brings it the calls. */
import { setupWorker } from 'msw/browser'
import { showServersPage, takePostedForms } from '#mocks/cashier.ts'
import { isFault, putFault } from '#mocks/faults.ts'
import { handlersFor, type Fetch } from '#mocks/handlers.ts'
import { askingThrough } from '#mocks/messages.ts'
import { ours } from '#mocks/ours.ts'
// oxlint-disable-next-line import/default -- Vite makes the address of it
import serverWorker from '#mocks/server-worker.ts?sharedworker&url'

/**
 * Resolves when calls are answered. A fault may be put in by the address:
 * `?fault=broken&at=/user/page` makes the list fail until the page is loaded without it.
 */
export async function startDemo(): Promise<void> {
  const query = new URLSearchParams(location.search)
  const fault = query.get('fault') ?? ''
  if (isFault(fault)) putFault(fault, { path: query.get('at') ?? '/' })
  const fetch = await server()
  const serviceWorker = { url: ours.createScriptURL('/mockServiceWorker.js') }
  await setupWorker(...handlersFor(fetch)).start({ serviceWorker, onUnhandledRequest: 'bypass', quiet: true })
  takePostedForms(fetch)
  await showServersPage(fetch)
}

/** Shared by all tabs; where there are no shared workers, each page has its own, in memory. */
async function server(): Promise<Fetch> {
  if (!('SharedWorker' in globalThis)) return (await (await import('#mocks/world.ts')).createWorld()).fetch
  const worker = new SharedWorker(ours.createScriptURL(serverWorker), { type: 'module', name: 'server' })
  return askingThrough(worker.port)
}
