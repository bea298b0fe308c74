/** Buyer's actions on the recharge page and at the sandbox cashier. */
import { afterAll, afterEach, vi } from 'vitest'
import type { Resource } from '#console/engine/resource.ts'
import type { Lang } from '#locales/messages.ts'
import { clearFaults } from '#mocks/handlers.ts'
import { mockServer } from '#mocks/node.ts'
import type { World } from '#mocks/world.ts'
import { stubResponses } from '#tests/support/browser/stub-responses.ts'
import { closeConsolePage, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { user } from '#tests/support/browser/user.ts'

const pages = import.meta.glob<{ default: Resource }>('/resources/*.ts')
const resources = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(pages).map(async ([path, load]) => [path, await load()] as const),
    ),
  )

export const $ = <T extends HTMLElement>(selector: string): T | null =>
  document.querySelector<T>(selector)
export const all = <T extends HTMLElement>(selector: string): T[] => [
  ...document.querySelectorAll<T>(selector),
]
export const click = (element: HTMLElement | null | undefined): Promise<void> =>
  user.click(element!)

/**
 * Starts the reference server for a test file. Page, faults and stubs are reset after each test.
 */
export async function startCheckoutServer() {
  const world = await mockServer()
  let restore = () => {}
  afterEach(() => {
    closeConsolePage()
    clearFaults()
    restore()
    vi.restoreAllMocks()
    localStorage.clear()
  })
  afterAll(() => world.close())
  return {
    world,
    /** Stubs responses until the end of the test or `unscript`. */
    script: (answers: Parameters<typeof stubResponses>[0]) =>
      void (restore = stubResponses(answers)),
    unscript: () => restore(),
  }
}

/** Opens a console URL as an account, with all pages of the product. */
export const openAs = (as: string, address: string, lang: Lang = 'zh') =>
  openConsolePage(address, { as, lang, with: resources })

export async function openRecharge(as = 'demo', query = '', lang: Lang = 'zh') {
  const opened = await openAs(as, `/UserCenterRecharge${query}`, lang)
  await until(
    () => $('.package-cards .choice-card') !== null && $('.channel-cards .choice-card') !== null,
  )
  return opened
}

export const cards = (): string[] =>
  all('.package-cards .choice-card').map((card) =>
    [...card.querySelectorAll('.package-name, b, label > small, .package-price')]
      .map((it) => it.textContent)
      .join(' | '),
  )
export const card = (name: string, price: string) =>
  all('.package-cards .choice-card').find(
    (one) => one.textContent.includes(name) && one.textContent.includes(price),
  )
export const chosenCard = (): string =>
  all('.package-cards .choice-card').find(
    (one) => one.querySelector<HTMLInputElement>('input')!.checked,
  )!.textContent
export const channel = (name: string) =>
  all('.channel-cards .choice-card').find((one) => one.textContent === name)
export const summary = (): string => $('.order-summary')!.textContent
/** Cells of each row: label, now, afterwards. */
export const holding = (): string[][] =>
  all('.holding tbody tr').map((row) => [...row.children].map((cell) => cell.textContent))
export const payNow = (): HTMLButtonElement => $<HTMLButtonElement>('.order-summary .primary')!
export const question = (): HTMLElement | null => $('dialog[data-shape="question"]')
export const paying = (): HTMLElement | null => $('.paying')
export const way = (name: string) =>
  [...paying()!.querySelectorAll<HTMLElement>('button, a')].find((it) => it.textContent === name)

/** Clicks pay and confirms. */
export async function order(): Promise<void> {
  await click(payNow())
  await until(() => question() !== null)
  await click(question()!.querySelector<HTMLElement>('.primary'))
}

/** Pays at the sandbox cashier, as a phone that scanned the code does. */
export async function payAt(cashier: string, world: World): Promise<void> {
  const answer = await world.fetch(
    new Request(cashier, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  )
  if (answer.status >= 400) throw new Error(`the cashier answered ${answer.status}`)
}
