/** Serverless demo: the server runs in the browser, reached through a service worker. */
import { setupWorker } from 'msw/browser'
import { showServersPage, takePostedForms } from '#mocks/cashier.ts'
import { isFault, putFault } from '#mocks/faults.ts'
import { handlersFor, type Fetch } from '#mocks/handlers.ts'
import { askingThrough } from '#mocks/messages.ts'
import { ours } from '#mocks/ours.ts'
// oxlint-disable-next-line import/default -- Vite provides the URL
import serverWorker from '#mocks/server-worker.ts?sharedworker&url'

/**
 * Resolves when calls are answered. The query can inject a fault: `?fault=broken&at=/user/page`
 * makes the list fail until the page is loaded without it.
 */
export async function startDemo(): Promise<void> {
  const query = new URLSearchParams(location.search)
  const fault = query.get('fault') ?? ''
  if (isFault(fault)) putFault(fault, { path: query.get('at') ?? '/' })
  const fetch = await server()
  await registerWorker()
  await setupWorker(...handlersFor(fetch)).start({ onUnhandledRequest: 'bypass', quiet: true })
  takePostedForms(fetch)
  await showServersPage(fetch)
}

/** Shared by all tabs; without SharedWorker each page runs its own server in memory. */
async function server(): Promise<Fetch> {
  if (!('SharedWorker' in globalThis))
    return (await (await import('#mocks/world.ts')).createWorld()).fetch
  const worker = new SharedWorker(ours.createScriptURL(serverWorker), {
    type: 'module',
    name: 'server',
  })
  return askingThrough(worker.port)
}

/**
 * msw would register the script with a plain string, which Trusted Types refuse; it reuses an
 * existing registration.
 */
async function registerWorker(): Promise<void> {
  const { serviceWorker } = navigator
  const { active } = await serviceWorker.register(ours.createScriptURL('/mockServiceWorker.js'))
  if (active || serviceWorker.controller) return
  await new Promise((resolve) =>
    serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  )
}
