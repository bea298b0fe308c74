/** Starts the front end: language, theme and session, then the page of the address. */
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { removeEndedCodeWaits } from '#client/code-waits.ts'
import { language } from '#client/i18n/language.ts'
import { takePageMessage } from '#client/page-message.ts'
import {
  isOpenToVisitors,
  toLoginUrl,
  toPage,
  findRedirect,
  toSafeTarget,
  type LandingRoute,
  type SiteRoute,
} from '#client/routes.ts'
import { adoptSessionOfOtherTabs, shareSession } from '#client/session/session-tabs.ts'
import { onSessionChange, isSignedIn } from '#client/session/session.ts'
import { followTheme } from '#ui/theme.ts'
import { settleUrlSession } from '#client/session/url-session.ts'
import { loadPage } from '#landing/pages.ts'
import { en, zh } from '#locales/start-error.ts'

// Sets the language of the document.
language()
followTheme()
shareSession()
removeEndedCodeWaits()
const root = createRoot(document.getElementById('root')!)
onSessionChange(({ state, source }) => {
  if (
    state === 'signedIn' &&
    source === 'otherTab' &&
    location.pathname === '/login' &&
    !isRegistrationView()
  )
    replaceAddress(findLoginTarget())
})
/** Resolves when the server that a demo build includes is started. */
const demoServerStarted =
  import.meta.env.MODE === 'demo'
    ? import('#mocks/browser.ts').then(({ startDemo }) => startDemo())
    : undefined
let urlSessionSettled: Promise<void> | undefined
void showPage()

/**
 * Whether the server has prerendered public pages; in the demo and in development this program
 * renders them.
 */
const isSitePrerendered = import.meta.env.MODE === 'production'

/**
 * Navigates within the site without a history entry, and without a document load if this program
 * renders the page.
 */
function replaceAddress(to: string): void {
  history.replaceState(null, '', to)
  void showPage()
}

/** Shows the page of the address, or redirects. */
async function showPage(): Promise<void> {
  try {
    await demoServerStarted
    await (urlSessionSettled ??= settleUrlSession())
    redirectOldAddress()
    const page = toPage(location.pathname)
    const showsMessage =
      page.kind === 'console'
        ? isOpenToVisitors(location.pathname)
        : page.kind !== 'landing' || page.route === '/login'
    if (!showsMessage) takePageMessage()
    if (page.kind === 'site')
      return isSitePrerendered ? location.reload() : await showSite(page.route)
    if (page.kind === 'landing') return await showLanding(page.route)
    if (page.kind === 'freeTest') {
      await adoptSessionOfOtherTabs()
      const { findFreeTestTarget } = await import('#landing/free-test.ts')
      return replaceAddress(await findFreeTestTarget())
    }
    if (!isSignedIn() && !isOpenToVisitors(location.pathname)) await adoptSessionOfOtherTabs()
    if (!isSignedIn() && !isOpenToVisitors(location.pathname))
      return replaceAddress(toLoginUrl(location.pathname + location.search + location.hash))
    const { openApp } = await import('./app.tsx')
    const App = await openApp()
    render(<App />)
  } catch (error) {
    console.error(error)
    render(<StartFailed />)
  }
}

async function showLanding(route: LandingRoute) {
  const { href } = location
  const [Page] = await Promise.all([loadPage(route), adoptSessionOfOtherTabs()])
  // Adopting the session of another tab can navigate away (`onSessionChange` above).
  if (location.href !== href) return
  if (route === '/login' && isSignedIn() && !isRegistrationView())
    return replaceAddress(findLoginTarget())
  render(<Page key={location.search} open={replaceAddress} />)
}

async function showSite(route: SiteRoute) {
  const { loadSite } = await import('./site-in-browser.tsx')
  const site = await loadSite(route, language())
  if (site) return render(site)
  replaceAddress('/home')
}

/** Redirects old and unknown addresses (spec 2.1, 2.4). */
function redirectOldAddress() {
  const to = findRedirect(location)
  if (to !== null) history.replaceState(history.state, '', to)
}

const findLoginTarget = () => toSafeTarget(new URLSearchParams(location.search).get('to')) ?? '/'
const isRegistrationView = () => new URLSearchParams(location.search).get('type') === '2'

function render(page: ReactNode) {
  root.render(<StrictMode>{page}</StrictMode>)
}

/** Shown if the first page cannot load: a release replaced its files, or the connection broke. */
function StartFailed() {
  const { text, again } = language() === 'zh' ? zh : en
  return (
    <main className="start-failed" role="alert">
      <p>{text}</p>
      <button type="button" onClick={() => location.reload()}>
        {again}
      </button>
    </main>
  )
}
