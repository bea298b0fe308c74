/** Opens console pages against the reference server. */
import { cleanup, render, screen, within } from '@testing-library/react'
import { act } from 'react'
import { vi, afterAll, afterEach } from 'vitest'
import { call } from '#client/api/call.ts'
import type { Resources } from '#console/console.tsx'
import { login } from '#contract/login.ts'
import type { Session } from '#contract/sign-in.ts'
import { demoPassword } from '#server/seed/demo.ts'
import { en, zh } from '#locales/console.ts'
import type { Lang } from '#locales/messages.ts'
import { clearFaults } from '#mocks/handlers.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'
import type { DemoServer } from '#mocks/demo-server.ts'
import { until as poll } from '#tests/support/browser/user.ts'

const files = import.meta.glob('/resources/*.ts')

type Opening = {
  as?: string
  lang?: Lang
  with?: Resources | (() => Promise<Resources>)
  session?: Session
  /** Keeps what the page stored in its tab, as a reload does. */
  reload?: true
}

const sessions = new Map<string, Session>()
let restoreConsole: (() => void) | undefined
let errors: string[] = []

/** React's warning about lazily loaded code that resolves between two `act` calls. */
const loadedBetweenActs = /^A suspended resource finished loading inside a test/

/** Signs in once per account. */
export async function sessionOf(account: string): Promise<Session> {
  const cached =
    sessions.get(account) ?? (await call(login.login, { account, password: demoPassword }))
  sessions.set(account, cached)
  return cached
}

/** Discards the cached session, which is invalid after a sign-out. */
export const forgetSession = (account: string): void => void sessions.delete(account)

/**
 * Simulates a page load without state of earlier pages. `navigations`: URLs that it leaves the
 * console for; `navigationTimes`: when, in milliseconds; `errors`: warnings and errors in the
 * browser console.
 */
export async function openConsolePage(
  address: string,
  { as, lang = 'zh', with: pagesOption, session, reload }: Opening = {},
) {
  closeConsolePage()
  const openedSession = session ?? (as === undefined ? undefined : await sessionOf(as))
  if (!reload) {
    sessionStorage.clear()
    localStorage.removeItem('servedPaths')
  }
  localStorage.setItem('lang', lang)
  if (openedSession)
    Object.entries(openedSession).forEach(([key, value]) =>
      sessionStorage.setItem(key, String(value)),
    )
  history.replaceState(null, '', address)
  document.body.innerHTML = ''
  vi.resetModules()
  const [{ startConsole }, { Pages }, { exits }, { retries }] = await Promise.all([
    import('#console/console.tsx'),
    import('#console/shell/pages.tsx'),
    import('#console/refine/router.ts'),
    import('#console/refine/query.ts'),
  ])
  // Tests of failures would wait three seconds for each.
  retries.firstDelay = 1
  const pages = typeof pagesOption === 'object' ? pagesOption : await (pagesOption ?? resources)()
  const navigations: string[] = []
  const navigationTimes: number[] = []
  exits.assign = exits.replace = (path) => {
    navigations.push(path)
    navigationTimes.push(Date.now())
  }
  exits.reload = () => void navigations.push(location.pathname)
  errors = []
  const spies = (['error', 'warn'] as const).map((level) =>
    vi
      .spyOn(console, level)
      .mockImplementation(
        (...args) => void (loadedBetweenActs.test(String(args[0])) || errors.push(args.join(' '))),
      ),
  )
  restoreConsole = () => spies.forEach((spy) => spy.mockRestore())
  const Console = await startConsole({ resources: pages, Pages })
  await act(async () => void render(<Console />))
  return { navigations, navigationTimes, errors }
}

/** Pages opened by default: a fixed set, independent of files added to the folder. */
const defaultPages = ['overview', 'profile', 'login-log', 'sub-accounts', 'exit'].map(
  (name) => `/resources/${name}.ts`,
)

async function resources(): Promise<Resources> {
  return Object.fromEntries(
    await Promise.all(defaultPages.map(async (path) => [path, await files[path]!()])),
  )
}

export function closeConsolePage(): void {
  cleanup()
  restoreConsole?.()
}

/** The page's heading; a hidden one is found too, since waits check it often. */
export const heading = (): string | undefined =>
  screen.queryAllByRole('heading', { level: 1, hidden: true })[0]?.textContent
/** The main menu, or null where the page has none. */
export const menuElement = (): HTMLElement | null =>
  screen.queryByRole('navigation', {
    name: (name) => [zh.shell.menu, en.shell.menu].includes(name),
  })
export function menu(): (string | null)[] {
  const element = menuElement()
  if (!element) return []
  return within(element)
    .queryAllByRole('listitem')
    .map((item) => item.textContent)
}

/** Like `until` of `user.ts`, with the messages of the browser console on a timeout. */
export const until = (condition: () => boolean, timeout?: number): Promise<void> =>
  poll(condition, timeout, () => errors.map((error) => `\n${error}`).join(''))

/** Starts the reference server for a test file. Call at the top of the file. */
export async function startConsoleServer(): Promise<DemoServer> {
  sessions.clear()
  const server = await startReferenceServer()
  afterEach(() => {
    closeConsolePage()
    clearFaults()
    localStorage.clear()
  })
  afterAll(() => server.close())
  return server
}
