/** Opens console pages against the reference server. */
import { cleanup, render } from '@testing-library/react'
import { act } from 'react'
import { vi, afterAll, afterEach } from 'vitest'
import { call } from '#client/api/call.ts'
import type { Resources } from '#console/bootstrap.ts'
import { login } from '#contract/login.ts'
import type { Session } from '#contract/sign-in.ts'
import { demoPassword } from '#server/seed/demo.ts'
import type { Lang } from '#locales/messages.ts'
import { clearFaults } from '#mocks/handlers.ts'
import { mockServer } from '#mocks/node.ts'
import type { World } from '#mocks/world.ts'
import { until as poll } from '#tests/support/browser/user.ts'

const files = import.meta.glob('/resources/*.ts')

type Opening = {
  as?: string
  lang?: Lang
  with?: Resources | (() => Promise<Resources>)
  session?: Session
}

const sessions = new Map<string, Session>()
let restoreConsole: (() => void) | undefined
let errors: string[] = []

/** React's warning about lazily loaded code that resolves between two `act` calls. */
const loadedBetweenActs = /^A suspended resource finished loading inside a test/

/** Signs in once per account. */
export async function sessionOf(account: string): Promise<Session> {
  const known =
    sessions.get(account) ?? (await call(login.login, { account, password: demoPassword }))
  sessions.set(account, known)
  return known
}

/** Discards the cached session, which is invalid after a sign-out. */
export const forgetSession = (account: string): void => void sessions.delete(account)

/**
 * Simulates a page load without state of earlier pages. `left`: URLs outside the console that it
 * navigates to; `leftAt`: the times, in milliseconds; `troubles`: warnings and errors of the
 * browser console.
 */
export async function openConsolePage(
  address: string,
  { as, lang = 'zh', with: extra, session }: Opening = {},
) {
  closeConsolePage()
  const found = session ?? (as === undefined ? undefined : await sessionOf(as))
  sessionStorage.clear()
  localStorage.setItem('lang', lang)
  if (found)
    Object.entries(found).forEach(([key, value]) => sessionStorage.setItem(key, String(value)))
  history.replaceState(null, '', address)
  document.body.innerHTML = ''
  vi.resetModules()
  const [{ default: Console }, { openConsole }, { exits }] = await Promise.all([
    import('#console/console.tsx'),
    import('#console/bootstrap.ts'),
    import('#console/refine/router.ts'),
  ])
  const shown = typeof extra === 'object' ? extra : await (extra ?? resources)()
  const left: string[] = []
  const leftAt: number[] = []
  exits.to = exits.replace = (path) => {
    left.push(path)
    leftAt.push(Date.now())
  }
  exits.again = () => void left.push(location.pathname)
  errors = []
  const spies = (['error', 'warn'] as const).map((level) =>
    vi
      .spyOn(console, level)
      .mockImplementation(
        (...args) => void (loadedBetweenActs.test(String(args[0])) || errors.push(args.join(' '))),
      ),
  )
  restoreConsole = () => spies.forEach((spy) => spy.mockRestore())
  await openConsole(shown)
  await act(async () => void render(<Console resources={shown} />))
  return { left, leftAt, errors }
}

/** A fixed set, independent of files added to the folder. */
const some = ['overview', 'profile', 'login-log', 'sub-accounts', 'exit'].map(
  (name) => `/resources/${name}.ts`,
)

async function resources(): Promise<Resources> {
  return Object.fromEntries(
    await Promise.all(some.map(async (path) => [path, await files[path]!()])),
  )
}

export function closeConsolePage(): void {
  cleanup()
  restoreConsole?.()
}

export const heading = (): string | null | undefined => document.querySelector('h1')?.textContent
export const menu = (): (string | null)[] =>
  [...document.querySelectorAll('#menu li')].map((item) => item.textContent)

/** Like `until` of `user.ts`, with the messages of the browser console on a timeout. */
export const until = (condition: () => boolean, timeout?: number): Promise<void> =>
  poll(condition, timeout, () => errors.map((error) => `\n${error}`).join(''))

/** Call at the top of the file. */
export async function startConsoleServer(): Promise<World> {
  sessions.clear()
  const world = await mockServer()
  afterEach(() => {
    closeConsolePage()
    clearFaults()
    localStorage.clear()
  })
  afterAll(() => world.close())
  return world
}
