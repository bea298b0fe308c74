// @vitest-environment happy-dom
/**
 * Switching the translation channel as an owner does it: what the quota becomes is shown first,
 * asked once, and comes true.
 */
import { screen } from '@testing-library/react'
import { act } from 'react'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { exactCount } from '#client/i18n/format.ts'
import { packages } from '#contract/packages.ts'
import { users } from '#contract/users.ts'
import { clearFaults, putFault } from '#mocks/handlers.ts'
import {
  startCheckoutServer,
  $,
  click,
  balanceRows,
  openAs,
  confirmDialog,
} from '#tests/support/browser/checkout-page.ts'
import { until } from '#tests/support/browser/console.tsx'
import { press, text, user } from '#tests/support/browser/user.ts'

const { stub } = await startCheckoutServer()

const select = () => screen.queryByRole<HTMLSelectElement>('combobox', { hidden: true })!
const submit = () => $<HTMLButtonElement>('.channel-change .primary')
const options = () => [...select().options].map((option) => option.text)

async function choose(name: string) {
  await user.selectOptions(select(), name)
  return select().value
}

async function openDialog(lang: 'zh' | 'en' = 'zh') {
  await openAs('demo', '/UserCenterIndex', lang)
  const name = lang === 'zh' ? '切换翻译通道' : 'Change translation channel'
  await until(() => screen.queryByRole('button', { name, hidden: true }) !== null)
  await press(name)
  await until(() => $('.channel-change') !== null)
}
const listed = () => until(() => select() !== null && options().length > 1)
const previewed = () => until(() => balanceRows().length > 0)

test('a channel change is warned about, previewed, confirmed with the numbers, and applied', async () => {
  await openDialog()
  await listed()
  const { memberAccount } = await call(users.get, {})
  expect(options()[0]).toBe('请选择翻译通道')
  expect(options()).not.toContain('腾讯翻译')
  expect(text()).toContain('各通道价格不同，切换后剩余额度可能会变化。')
  expect(submit()!.disabled).toBe(true)
  const targetChannelId = await choose('DeepL')
  await previewed()
  const { before, after } = await call(packages.channelQuote, { targetChannelId })
  expect(before.usableCharNum).toBe(memberAccount.usableCharNum)
  expect(balanceRows()[1]).toEqual(['翻译通道', '腾讯翻译', 'DeepL'])
  expect(balanceRows()[2]).toEqual([
    '字符',
    exactCount(before.usableCharNum),
    exactCount(after.usableCharNum),
  ])
  await click(submit())
  await until(() => confirmDialog() !== null)
  expect(confirmDialog()!.textContent).toContain('确定切换到“DeepL”吗？')
  expect(confirmDialog()!.textContent).toContain(
    `剩余字符由${exactCount(before.usableCharNum)}变为${exactCount(after.usableCharNum)}。`,
  )
  await user.click($('dialog dialog .primary, dialog[data-shape="question"] .primary')!)
  await until(() => text().includes('翻译通道切换成功') && $('.channel-change') === null)
  const now = await call(users.get, {})
  expect([String(now.tranChannelId), now.memberAccount.usableCharNum]).toEqual([
    targetChannelId,
    after.usableCharNum,
  ])
  await until(() => text().includes('翻译通道DeepL'))
})

test('the choice can be cleared, and with it goes the preview', async () => {
  await openDialog('en')
  await listed()
  expect(options()[0]).toBe('Please choose a translation channel')
  await choose('Google Translate')
  await previewed()
  await press('Clear selection')
  expect([select().value, balanceRows().length, submit()!.disabled]).toEqual(['', 0, true])
})

test('a chosen channel is asked about before any way of closing discards it', async () => {
  await openDialog('en')
  await listed()
  const modal = $('.channel-change')!.closest('dialog')!
  const ways: Record<string, () => unknown> = {
    cross: () => modal.querySelector<HTMLElement>('header button')!.click(),
    button: () => $('.channel-change .form-actions .button:not(.primary)')!.click(),
    Escape: () => modal.dispatchEvent(new Event('cancel', { cancelable: true })),
    beside: () => {
      modal.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      modal.click()
    },
  }
  const value = await choose('Google Translate')
  for (const [way, leave] of Object.entries(ways)) {
    await act(async () => void leave())
    expect(confirmDialog()?.textContent, way).toContain('You have unsaved changes. Close anyway?')
    await press('Keep editing')
    expect([confirmDialog(), select().value]).toEqual([null, value])
  }
  await press('Close')
  await press('Discard changes')
  expect($('.channel-change')).toBeNull()
})

test('with no channel chosen the dialog closes without a question', async () => {
  await openDialog('en')
  await listed()
  await press('Close')
  expect([confirmDialog(), $('.channel-change')]).toEqual([null, null])
})

test('where there is nothing to switch to, it says so in the words of the specification', async () => {
  stub({ '/memberGroup/mappingList': [] })
  await openDialog('en')
  await until(() => text().includes('There are no translation channels to switch to at this time.'))
  expect(submit()).toBeNull()
})

test('a list that does not load says so, and can be asked for again', async () => {
  putFault('refused', { path: '/memberGroup/mappingList' })
  await openDialog()
  await until(() => text().includes('翻译通道加载失败'))
  clearFaults()
  await click($('.channel-change .form-note button'))
  await listed()
})

test('a backend without the preview warns instead of promising numbers', async () => {
  putFault('refused', { path: '/extensions/list' })
  await openDialog()
  await listed()
  await choose('谷歌翻译')
  expect(balanceRows()).toEqual([])
  await click(submit())
  await until(() => confirmDialog() !== null)
  expect(confirmDialog()!.textContent).toContain('切换后剩余额度可能会变化')
})

test('a refusal is shown, and the dialog stays open', async () => {
  await openDialog()
  await listed()
  await choose('谷歌翻译')
  await previewed()
  putFault('refused', { path: '/memberGroup/changeChannel' })
  await click(submit())
  await until(() => confirmDialog() !== null)
  await user.click($('dialog dialog .primary, dialog[data-shape="question"] .primary')!)
  await until(() => $('.toast[data-tone="error"]') !== null)
  expect($('.channel-change')).not.toBeNull()
})

test('a sub-account sees the channel and no way to another', async () => {
  await openAs('demosub', '/UserCenterIndex')
  await until(() => text().includes('翻译通道'))
  expect(screen.queryByRole('button', { name: '切换翻译通道', hidden: true })).toBeNull()
})
