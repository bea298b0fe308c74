/** Serverless demo: the server runs in the browser, reached through a service worker. */
import { setupWorker } from 'msw/browser'
import { isFault, injectFault, createHandlers, type Fetch } from '#mocks/handlers.ts'
import { createPortFetch } from '#mocks/messages.ts'
// oxlint-disable-next-line import/default -- Vite provides the URL
import serverWorker from '#mocks/server-worker.ts?sharedworker&url'

/**
 * Resolves when calls are answered. The query can inject a fault: `?fault=broken&at=/user/page`
 * makes the list fail until the page is loaded without it.
 */
export async function startDemo(): Promise<void> {
  const query = new URLSearchParams(location.search)
  const fault = query.get('fault') ?? ''
  if (isFault(fault)) injectFault(fault, { path: query.get('at') ?? '/' })
  const fetch = await connectServer()
  await registerWorker()
  await setupWorker(...createHandlers(fetch)).start({ onUnhandledFrame: 'bypass', quiet: true })
  interceptFormPosts(fetch)
  await showServerPage(fetch)
}

/** Shared by all tabs; without SharedWorker each page runs its own server in memory. */
async function connectServer(): Promise<Fetch> {
  if (!('SharedWorker' in globalThis))
    return (await (await import('#mocks/demo-server.ts')).createDemoServer()).fetch
  const worker = new SharedWorker(trustedTypes.createScriptURL(serverWorker), {
    type: 'module',
    name: 'server',
  })
  return createPortFetch(worker.port)
}

/**
 * msw would register the script with a plain string, which Trusted Types refuse; it reuses an
 * existing registration.
 */
async function registerWorker(): Promise<void> {
  const { serviceWorker } = navigator
  const { active } = await serviceWorker.register(
    trustedTypes.createScriptURL('/mockServiceWorker.js'),
  )
  if (active || serviceWorker.controller) return
  await new Promise((resolve) =>
    serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  )
}

const isServerPage = (address: URL) =>
  address.origin === location.origin && address.pathname.startsWith('/pay/')

/** Shows the server page of this address; then never resolves, so that nothing else is rendered. */
async function showServerPage(fetch: Fetch): Promise<void> {
  if (!isServerPage(new URL(location.href))) return
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    event.preventDefault()
    void renderResponse(fetch, toFormRequest(form))
  })
  await renderResponse(fetch, createPageRequest(location.href))
  await new Promise(() => {})
}

/** Redirects forms posted to our server to the in-browser server. */
function interceptFormPosts(fetch: Fetch): void {
  const submit = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'submit')!.value as (
    this: HTMLFormElement,
  ) => void
  HTMLFormElement.prototype.submit = function () {
    if (!isServerPage(new URL(this.action))) return submit.call(this)
    void fetch(toFormRequest(this)).then((response) =>
      location.assign(response.headers.get('location') ?? this.action),
    )
  }
}

async function renderResponse(fetch: Fetch, request: Request): Promise<void> {
  const page = new DOMParser().parseFromString(
    trustedTypes.createHTML(await (await fetch(request)).text()),
    'text/html',
  )
  document.documentElement.replaceWith(document.adoptNode(page.documentElement))
}

const createLanguageHeader = () => ({ 'accept-language': document.documentElement.lang })
const createPageRequest = (url: string) => new Request(url, { headers: createLanguageHeader() })

function toFormRequest(form: HTMLFormElement): Request {
  const fields = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  return new Request(form.action, {
    method: 'POST',
    headers: createLanguageHeader(),
    body: new URLSearchParams(fields),
  })
}

type TrustedTypesRules = {
  createHTML: (html: string) => string
  createScriptURL: (url: string) => string
}
type Factory = { createPolicy: (name: string, rules: TrustedTypesRules) => TrustedTypesRules }

const passThrough: TrustedTypesRules = { createHTML: (html) => html, createScriptURL: (url) => url }

/** The demo's Trusted Types policy (`trusted-types demo`): its workers and its server's pages. */
const trustedTypes: TrustedTypesRules =
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('demo', passThrough) ??
  passThrough
