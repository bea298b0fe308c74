/** Buyer's actions on the recharge page and at the sandbox cashier. */
import { afterAll, afterEach, vi } from 'vitest'
import type { Resource } from '#console/engine/resource.ts'
import type { Lang } from '#locales/messages.ts'
import { clearFaults } from '#mocks/handlers.ts'
import { startMockServer } from '#mocks/node.ts'
import type { DemoServer } from '#mocks/demo-server.ts'
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
export const $$ = <T extends HTMLElement>(selector: string): T[] => [
  ...document.querySelectorAll<T>(selector),
]
export const click = (element: HTMLElement | null | undefined): Promise<void> =>
  user.click(element!)

/**
 * Starts the reference server for a test file. Page, faults and stubs are reset after each test.
 */
export async function startCheckoutServer() {
  const server = await startMockServer()
  let restore = () => {}
  afterEach(() => {
    closeConsolePage()
    clearFaults()
    restore()
    vi.restoreAllMocks()
    localStorage.clear()
  })
  afterAll(() => server.close())
  return {
    server,
    /** Stubs responses until the end of the test or `unstub`. */
    stub: (answers: Parameters<typeof stubResponses>[0]) => void (restore = stubResponses(answers)),
    unstub: () => restore(),
  }
}

/** Opens a console URL as an account, with all pages of the product. */
export const openAs = (as: string, address: string, lang: Lang = 'zh') =>
  openConsolePage(address, { as, lang, with: resources })

export async function openRecharge(as = 'demo', query = '', lang: Lang = 'zh') {
  const page = await openAs(as, `/UserCenterRecharge${query}`, lang)
  await until(
    () => $('.package-cards .choice-card') !== null && $('.channel-cards .choice-card') !== null,
  )
  return page
}

export const packageCards = (): string[] =>
  $$('.package-cards .choice-card').map((card) =>
    [...card.querySelectorAll('.package-name, b, label > small, .package-price')]
      .map((part) => part.textContent)
      .join(' | '),
  )
export const packageCard = (name: string, price: string) =>
  $$('.package-cards .choice-card').find(
    (element) => element.textContent.includes(name) && element.textContent.includes(price),
  )
export const chosenPackageCard = (): string =>
  $$('.package-cards .choice-card').find(
    (element) => element.querySelector<HTMLInputElement>('input')!.checked,
  )!.textContent
export const channelCard = (name: string) =>
  $$('.channel-cards .choice-card').find((element) => element.textContent === name)
export const orderSummary = (): string => $('.order-summary')!.textContent
/** Cells of each row of the balance table: label, current value, value after the order. */
export const balanceRows = (): string[][] =>
  $$('.quota-change tbody tr').map((row) => [...row.children].map((cell) => cell.textContent))
export const payButton = (): HTMLButtonElement => $<HTMLButtonElement>('.order-summary .primary')!
export const confirmDialog = (): HTMLElement | null => $('dialog[data-shape="question"]')
export const paymentPanel = (): HTMLElement | null => $('.paying')
export const paymentAction = (name: string) =>
  [...paymentPanel()!.querySelectorAll<HTMLElement>('button, a')].find(
    (element) => element.textContent === name,
  )

/** Clicks pay and confirms. */
export async function payAndConfirm(): Promise<void> {
  await click(payButton())
  await until(() => confirmDialog() !== null)
  await click(confirmDialog()!.querySelector<HTMLElement>('.primary'))
}

/** Pays at the sandbox cashier, as a phone that scanned the code does. */
export async function payAtCashier(cashier: string, server: DemoServer): Promise<void> {
  const response = await server.fetch(
    new Request(cashier, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  )
  if (response.status >= 400) throw new Error(`The cashier responded with ${response.status}.`)
}
