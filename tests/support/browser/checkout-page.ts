/** Buyer's actions on the recharge page and at the sandbox cashier. */
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import type { Resource } from '#console/engine/resource.ts'
import { en, zh } from '#locales/checkout.ts'
import type { Lang } from '#locales/messages.ts'
import { clearFaults } from '#mocks/handlers.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'
import type { DemoServer } from '#mocks/demo-server.ts'
import { stubResponses } from '#tests/support/browser/stub-responses.ts'
import { closeConsolePage, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { cellsOf } from '#tests/support/browser/tables.ts'
import { user } from '#tests/support/browser/user.ts'

const pages = import.meta.glob<{ default: Resource }>('/resources/{overview,recharge,orders}.ts')
const resources = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(pages).map(async ([path, load]) => [path, await load()] as const),
    ),
  )

/**
 * Starts the reference server for a test file. Page, faults and stubs are reset after each test.
 */
export async function startCheckoutServer() {
  const server = await startReferenceServer()
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

/** Opens a console URL as an account, with the pages that lead to a payment and back. */
export const openAs = (as: string, address: string, lang: Lang = 'zh') =>
  openConsolePage(address, { as, lang, with: resources })

/** Loads a console URL again in the same tab, by default of the same user. */
export const reload = (address: string, as?: string) =>
  openConsolePage(address, { with: resources, reload: true, ...(as && { as }) })

export async function openRecharge(as = 'demo', query = '', lang: Lang = 'zh') {
  const page = await openAs(as, `/UserCenterRecharge${query}`, lang)
  await until(() => packageCards().length > 0 && channelCards().length > 0)
  return page
}

/** Texts of the packages on sale. */
export const packageCards = (): string[] => choicesIn(packageGroup()).map(labelOf)
export const packageCard = (name: string, price: string): HTMLInputElement | undefined =>
  choicesIn(packageGroup()).find(
    (choice) => labelOf(choice).includes(name) && labelOf(choice).includes(price),
  )
export const chosenPackageCard = (): string =>
  labelOf(within(packageGroup()!).getByRole('radio', { checked: true }))
/** Texts of the payment methods. */
export const channelCards = (): string[] => choicesIn(channelGroup()).map(labelOf)
export const channelCard = (name: string): HTMLInputElement | null =>
  screen.queryByRole('radio', { name })
export const chooseChannel = (name: string): Promise<void> => user.click(channelCard(name)!)

export const summary = (): HTMLElement =>
  screen.getByRole('region', { name: either((messages) => messages.order.title) })
export const orderSummary = (): string => summary().textContent
/** Compares the quota before and after an order or a change of the channel. */
export const balanceTable = (): HTMLElement | null =>
  screen.queryByRole('table', {
    name: either(
      ({ order }) => order.compare,
      ({ change }) => change.compare,
    ),
  })
/** Cells of each row of the balance table: label, current value, value after the order. */
export const balanceRows = (): string[][] => {
  const table = balanceTable()
  return table ? cellsOf(table) : []
}
export const payButton = (): HTMLButtonElement =>
  within(summary()).getByRole('button', { name: either(({ order }) => order.pay) })

/** The confirmation on top of the page or of another dialog. */
export const confirmDialog = (): HTMLElement | null =>
  screen.queryByRole('dialog', { name: (name) => !isPayment(name) && !isChannelChange(name) })
/** Clicks the second button of the confirmation; the first one cancels. */
export const confirm = (): Promise<void> =>
  user.click(within(confirmDialog()!).getAllByRole('button')[1]!)
export const channelDialog = (): HTMLElement | null =>
  screen.queryByRole('dialog', { name: isChannelChange })
export const paymentPanel = (): HTMLElement | null =>
  screen.queryByRole('dialog', { name: isPayment })
/** A button of the payment below its header. */
export const paymentAction = (name: string): HTMLElement =>
  within(paymentPanel()!).getAllByRole('button', { name }).at(-1)!
export const paymentCode = (): HTMLElement | null => {
  const panel = paymentPanel()
  return panel && within(panel).queryByRole('img')
}

/** Clicks pay and confirms. */
export async function payAndConfirm(): Promise<void> {
  await user.click(payButton())
  await until(() => confirmDialog() !== null)
  await confirm()
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

type Select = (messages: typeof zh) => string

/** Matches accessible names in either language. */
const either =
  (...selections: readonly Select[]) =>
  (name: string): boolean =>
    selections.some((select) => [select(zh), select(en)].includes(name))

const isPayment = either(({ pay }) => pay.title)
const isChannelChange = either(({ change }) => change.title)
const packageGroup = () =>
  screen.queryByRole('radiogroup', { name: either(({ choose }) => choose.packages) })
const channelGroup = () =>
  screen.queryByRole('radiogroup', { name: either(({ choose }) => choose.channels) })
const choicesIn = (group: HTMLElement | null): HTMLInputElement[] =>
  group ? within(group).queryAllByRole<HTMLInputElement>('radio') : []
const labelOf = (choice: HTMLElement): string =>
  [...((choice as HTMLInputElement).labels ?? [])].map((label) => label.textContent).join(' ')
