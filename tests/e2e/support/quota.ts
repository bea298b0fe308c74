/** What a person does with quota, and what the server says of it. */
import type { Locator, Page } from '@playwright/test'
import { accountLog } from '#contract/ledger.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { users } from '#contract/users.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'
import type { Caller } from '#tests/support/server/server.ts'

export const sub = 'demosub'
const subNickname = '演示子账号'
/** Where it is seen without turning pages. */
export const listOf = `/UserCenterChild?account=${sub}`
export const always = {
  createDateTimeBegin: '2020-01-01 00:00:00',
  createDateTimeEnd: '2099-01-01 00:00:00',
}
export const log = (logType: string): string =>
  `/UserCenterAccountLog?${new URLSearchParams({ logType, ...always }).toString()}`

export async function ask<E extends Endpoint>(
  by: Caller,
  endpoint: E,
  input: InputOf<E>,
): Promise<OutputOf<E>> {
  const { success, data, msg } = await by.call(endpoint, input)
  if (!success) throw new Error(msg)
  return data
}
export const own = async (by: Caller) => (await ask(by, users.get, {})).memberAccount
export const moves = async (by: Caller): Promise<number> =>
  (await ask(by, accountLog.page, { logType: 'DISTRIBUTION', ...always })).total

export const modal = (page: Page): Locator => page.locator('dialog[data-shape="modal"]')
export const amount = (page: Page): Locator => modal(page).getByRole('spinbutton')
export const submit = (page: Page, t: Translate): Locator =>
  modal(page).getByRole('button', { name: t('ledger.distribution.submit.distribute'), exact: true })
export const question = (page: Page): Locator => page.locator('dialog[data-shape="question"]')
export const yes = (page: Page, t: Translate): Locator =>
  question(page).getByRole('button', {
    name: t('ledger.distribution.submit.distribute'),
    exact: true,
  })
export const count = (value: number): string => new Intl.NumberFormat('en').format(value)
/**
 * What the page says when so many characters were given to that sub-account, or to each of several.
 */
export function distributedMessage(t: Translate, chars: number, people = 1): string {
  const each = t('ledger.amount.chars', { amount: count(chars), count: chars })
  return people === 1
    ? t('ledger.distribution.done.distribute', { name: subNickname, each })
    : t('ledger.distribution.done.distributeMany', { count: people, each })
}
