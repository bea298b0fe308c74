/** Loads messages, the first page's code and the current user in parallel before first render. */
import type { RefineProps } from '@refinedev/core'
import { loadFirstUser } from '#console/refine/current-user.ts'
import { getCachedUser, isSignedIn } from '#client/session/session.ts'
import { trustStyles } from '#client/trusted-types.ts'
import { isPhone } from '#console/shell/phone-gate.tsx'
import { loadScreen } from '#console/shell/screen-loader.tsx'
import { accessControlProvider } from '#console/refine/resources.ts'
import { authProvider } from '#console/refine/auth.ts'
import { dataProvider } from '#console/refine/data.ts'
import { i18nProvider, loadMessages } from '#console/refine/i18n.ts'
import { liveProvider } from '#console/refine/live.ts'
import { notificationProvider } from '#console/refine/notification.ts'
import { routerProvider } from '#console/refine/router.ts'
import { buildPages } from '#console/engine/build-page.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import type { Resource } from '#console/engine/resource.ts'

export type Resources = Readonly<Record<string, { readonly default: Resource }>>
export type LoadedConsole = { pages: readonly PageModel[]; providers: RefineProps }

const loadedConsoles = new WeakMap<Resources, Promise<LoadedConsole>>()

/**
 * Resolves when the page at the current URL can render. Load failures are ignored here: the page
 * retries them and shows its own errors.
 */
export async function openConsole(resources: Resources): Promise<void> {
  trustStyles()
  const code = loadFirstScreen(buildPages(resources))
  await loadConsoleOnce(resources)
  await code
}

/** Returns the same promise for the same `resources` object. */
export function loadConsoleOnce(resources: Resources): Promise<LoadedConsole> {
  const known = loadedConsoles.get(resources)
  if (known) return known
  const promise = loadConsole(resources)
  loadedConsoles.set(resources, promise)
  return promise
}

async function loadConsole(resources: Resources): Promise<LoadedConsole> {
  const pages = buildPages(resources)
  await Promise.all([
    loadMessages(),
    isSignedIn() && !getCachedUser() && loadFirstUser().catch(() => undefined),
  ])
  if (import.meta.env.DEV) (await import('#console/engine/diagnostics.ts')).showDiagnostics(pages)
  return { pages, providers: providersFor(pages) }
}

async function loadFirstScreen(pages: readonly PageModel[]): Promise<void> {
  const first = isPhone() ? undefined : pages.find(({ route }) => location.pathname === `/${route}`)
  if (first) await loadScreen(first).catch(() => undefined)
}

function providersFor(pages: readonly PageModel[]): RefineProps {
  return {
    dataProvider: dataProvider(pages),
    authProvider,
    accessControlProvider: accessControlProvider(pages),
    i18nProvider,
    liveProvider: liveProvider(pages),
    notificationProvider,
    routerProvider,
  }
}
