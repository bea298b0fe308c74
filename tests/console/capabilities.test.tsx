// @vitest-environment happy-dom
/** The list of extensions that a backend serves: known at the first render, checked behind it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Resources } from '#console/console.tsx'
import {
  heading,
  menu,
  openConsolePage,
  startConsoleServer,
  until,
} from '#tests/support/browser/console.tsx'
import { injectFault } from '#mocks/handlers.ts'

await startConsoleServer()

const resources = import.meta.glob('/resources/{overview,sessions}.ts', {
  eager: true,
}) as Resources

let isAsked = false
let isAnswered = false
/** Lets the request for the list go on, with the server's answer or another. */
let answer: (list?: string[]) => void = () => {}

beforeEach(() => {
  isAsked = isAnswered = false
  const realFetch = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const path = input instanceof Request ? input.url : String(input)
    if (!path.endsWith('/extensions/list')) return realFetch(input, init)
    isAsked = true
    const list = await new Promise<string[] | undefined>((resolve) => (answer = resolve))
    const response = list
      ? Response.json({ success: true, data: list, msg: '' })
      : await realFetch(input, init)
    isAnswered = true
    return response
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Opens the page for the first time, up to its first render. */
async function openFirst(list?: string[]) {
  const opened = openConsolePage('/UserCenterIndex', { as: 'demo', with: resources })
  await until(() => isAsked)
  expect(heading()).toBeUndefined()
  answer(list)
  await opened
  isAsked = isAnswered = false
}

const openAgain = () => openConsolePage('/UserCenterIndex', { with: resources, reload: true })

test('the first render waits for the list, so that the menu is complete', async () => {
  await openFirst()
  expect(menu()).toContain('登录设备')
})

test('a page opened again is complete at once, and the list is checked', async () => {
  await openFirst()
  await openAgain()
  expect(menu()).toContain('登录设备')
  await until(() => isAsked)
  answer([])
  await until(() => !menu().includes('登录设备'))
})

test('if the check fails, what was not served stays hidden', async () => {
  await openFirst([])
  injectFault('broken', { path: '/extensions/list' })
  await openAgain()
  await until(() => isAsked)
  answer()
  await until(() => isAnswered)
  await new Promise((resolve) => setTimeout(resolve))
  expect(menu()).not.toContain('登录设备')
})
