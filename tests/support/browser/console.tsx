/** Opens console pages against the reference server, and helpers for interaction. */
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { vi, afterAll, afterEach } from 'vitest'
import { call } from '#client/api/call.ts'
import type { Resources } from '#console/bootstrap.ts'
import { login, type Session } from '#contract/login.ts'
import { demoPassword } from '#server/seed/demo.ts'
import type { Lang } from '#locales/messages.ts'
import { clearFaults } from '#mocks/handlers.ts'
import { mockServer } from '#mocks/node.ts'
import type { World } from '#mocks/world.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const files = import.meta.glob('/resources/*.ts')

type Opening = {
  as?: string
  lang?: Lang
  with?: Resources | (() => Promise<Resources>)
  session?: Session
}

const sessions = new Map<string, Session>()
let root: Root | undefined
let calm: (() => void) | undefined
let troubles: string[] = []

/** React's warning about lazily loaded code that resolves between two `act` calls. */
const cameBetween = /^A suspended resource finished loading inside a test/

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
  { as, lang = 'zh', with: given, session }: Opening = {},
) {
  closeConsolePage()
  const found = session ?? (as === undefined ? undefined : await sessionOf(as))
  sessionStorage.clear()
  localStorage.setItem('lang', lang)
  if (found)
    Object.entries(found).forEach(([key, value]) => sessionStorage.setItem(key, String(value)))
  history.replaceState(null, '', address)
  document.body.innerHTML = '<div></div>'
  vi.resetModules()
  const [{ default: Console }, { openConsole }, { exits }] = await Promise.all([
    import('#console/console.tsx'),
    import('#console/bootstrap.ts'),
    import('#console/refine/router.ts'),
  ])
  const shown = typeof given === 'object' ? given : await (given ?? resources)()
  const left: string[] = []
  const leftAt: number[] = []
  exits.to = exits.replace = (path) => {
    left.push(path)
    leftAt.push(Date.now())
  }
  exits.again = () => void left.push(location.pathname)
  troubles = []
  const spies = (['error', 'warn'] as const).map((level) =>
    vi
      .spyOn(console, level)
      .mockImplementation(
        (...said) => void (cameBetween.test(String(said[0])) || troubles.push(said.join(' '))),
      ),
  )
  calm = () => spies.forEach((spy) => spy.mockRestore())
  await openConsole(shown)
  root = createRoot(document.body.firstElementChild!)
  await act(async () => root!.render(<Console resources={shown} />))
  return { left, leftAt, troubles }
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
  act(() => root?.unmount())
  calm?.()
  root = undefined
}

export const text = (): string => document.body.textContent ?? ''
export const heading = (): string | null | undefined => document.querySelector('h1')?.textContent
export const menu = (): (string | null)[] =>
  [...document.querySelectorAll('#menu li')].map((item) => item.textContent)

/** Finds a button or link by accessible name. Throws if there is none. */
export function named(name: string): HTMLElement {
  const all = [...document.querySelectorAll<HTMLElement>('button, a')]
  const found = all.find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent?.trim()) === name,
  )
  if (!found)
    throw new Error(
      `nothing is called ${name}; there are ${all.map((one) => one.getAttribute('aria-label') ?? one.textContent).join(', ')}`,
    )
  return found
}

export async function press(name: string): Promise<void> {
  await act(async () => named(name).click())
}

/** Polls until the condition holds. Throws after `patience` milliseconds. */
export async function until(happened: () => boolean, patience = 30_000): Promise<void> {
  const end = Date.now() + patience
  while (!happened() && Date.now() < end)
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  if (!happened())
    throw new Error(
      `nothing happened in ${patience} ms; the page says: ${text()}${troubles.map((trouble) => `\n${trouble}`).join('')}`,
    )
}

/** Call at the top of the file. */
export async function startConsoleServer(): Promise<World> {
  const world = await mockServer()
  afterEach(() => {
    closeConsolePage()
    clearFaults()
    localStorage.clear()
  })
  afterAll(() => world.close())
  return world
}
