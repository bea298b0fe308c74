/** Elements of the distribution dialog, and balances and logs on the server. */
import type { Locator, Page } from '@playwright/test'
import { accountLog } from '#contract/ledger.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { users } from '#contract/users.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'
import type { Caller } from '#tests/support/server/server.ts'

export const subAccountName = 'demosub'
/** List filtered to the sub-account, because it is not on the first page. */
export const listUrl = `/UserCenterChild?account=${subAccountName}`
export const allTime = {
  createDateTimeBegin: '2020-01-01 00:00:00',
  createDateTimeEnd: '2099-01-01 00:00:00',
}
export const logUrl = (logType: string): string =>
  `/UserCenterAccountLog?${new URLSearchParams({ logType, ...allTime }).toString()}`

/** Throws if the call is refused. */
export async function callOrThrow<E extends Endpoint>(
  caller: Caller,
  endpoint: E,
  input: InputOf<E>,
): Promise<OutputOf<E>> {
  const { success, data, msg } = await caller.call(endpoint, input)
  if (!success) throw new Error(msg)
  return data
}
/** The caller's balances. */
export const balancesOf = async (caller: Caller) =>
  (await callOrThrow(caller, users.get, {})).memberAccount
/** Number of the caller's log rows of type DISTRIBUTION. */
export const countDistributions = async (caller: Caller): Promise<number> =>
  (await callOrThrow(caller, accountLog.page, { logType: 'DISTRIBUTION', ...allTime })).total

export const modal = (page: Page): Locator => page.locator('dialog[data-shape="modal"]')
export const amountInput = (page: Page): Locator => modal(page).getByRole('spinbutton')
export const submitButton = (page: Page, t: Translate): Locator =>
  modal(page).getByRole('button', { name: t('ledger.distribution.submit.distribute'), exact: true })
export const confirmation = (page: Page): Locator => page.locator('dialog[data-shape="question"]')
export const confirmButton = (page: Page, t: Translate): Locator =>
  confirmation(page).getByRole('button', {
    name: t('ledger.distribution.submit.distribute'),
    exact: true,
  })
export const formatCount = (value: number): string => new Intl.NumberFormat('en').format(value)
