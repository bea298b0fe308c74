// @vitest-environment happy-dom
/** Change of the translation channel: preview, confirmation and result. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { exactCount } from '#client/i18n/format.ts'
import { packages } from '#contract/packages.ts'
import { users } from '#contract/users.ts'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import {
  balanceRows,
  channelDialog,
  confirm,
  confirmDialog,
  openAs,
  startCheckoutServer,
} from '#tests/support/browser/checkout-page.ts'
import { requestClose } from '#tests/support/browser/browser-events.ts'
import { until } from '#tests/support/browser/console.tsx'
import { press, text, user } from '#tests/support/browser/user.ts'

const { stub } = await startCheckoutServer()

const inDialog = () => within(channelDialog()!)
const select = () => inDialog().queryByRole<HTMLSelectElement>('combobox')!
const submit = () =>
  inDialog().queryByRole<HTMLButtonElement>('button', { name: /^(切换|Change channel)$/ })
const options = () => [...select().options].map((option) => option.text)

async function choose(name: string) {
  await user.selectOptions(select(), name)
  return select().value
}

async function openDialog(lang: 'zh' | 'en' = 'zh') {
  await openAs('demo', '/UserCenterIndex', lang)
  const name = lang === 'zh' ? '切换翻译通道' : 'Change translation channel'
  await user.click(await screen.findByRole('button', { name }))
  await until(() => channelDialog() !== null)
}
const waitForOptions = () => until(() => select() !== null && options().length > 1)
const waitForPreview = () => until(() => balanceRows().length > 0)

test('a channel change is warned about, previewed, confirmed with the numbers, and applied', async () => {
  await openDialog()
  await waitForOptions()
  const { memberAccount } = await call(users.get, {})
  expect(options()[0]).toBe('请选择翻译通道')
  expect(options()).not.toContain('腾讯翻译')
  expect(text()).toContain('各通道价格不同，切换后剩余额度可能会变化。')
  expect(submit()!.disabled).toBe(true)
  const targetChannelId = await choose('DeepL')
  await waitForPreview()
  const { before, after } = await call(packages.channelQuote, { targetChannelId })
  expect(before.usableCharNum).toBe(memberAccount.usableCharNum)
  expect(balanceRows()[1]).toEqual(['翻译通道', '腾讯翻译', 'DeepL'])
  expect(balanceRows()[2]).toEqual([
    '字符',
    exactCount(before.usableCharNum),
    exactCount(after.usableCharNum),
  ])
  await user.click(submit()!)
  await until(() => confirmDialog() !== null)
  expect(confirmDialog()!.textContent).toContain('确定切换到“DeepL”吗？')
  expect(confirmDialog()!.textContent).toContain(
    `剩余字符由${exactCount(before.usableCharNum)}变为${exactCount(after.usableCharNum)}。`,
  )
  await confirm()
  await until(() => text().includes('翻译通道切换成功') && channelDialog() === null)
  const currentUser = await call(users.get, {})
  expect([String(currentUser.tranChannelId), currentUser.memberAccount.usableCharNum]).toEqual([
    targetChannelId,
    after.usableCharNum,
  ])
  await until(() => text().includes('翻译通道DeepL'))
})

test('clearing the choice clears the preview, and without one the dialog closes at once', async () => {
  await openDialog('en')
  await waitForOptions()
  expect(options()[0]).toBe('Please choose a translation channel')
  await choose('Google Translate')
  await waitForPreview()
  await press('Clear selection')
  expect([select().value, balanceRows().length, submit()!.disabled]).toEqual(['', 0, true])
  await press('Close')
  expect([confirmDialog(), channelDialog()]).toEqual([null, null])
})

test('without other channels the dialog shows the specified message', async () => {
  stub({ '/memberGroup/mappingList': [] })
  await openDialog('en')
  await until(() => text().includes('There are no translation channels to switch to at this time.'))
  expect(submit()).toBeNull()
})

test('a failed channel list is reported and can be retried', async () => {
  injectFault('refused', { path: '/memberGroup/mappingList' })
  await openDialog()
  await until(() => text().includes('翻译通道加载失败'))
  clearFaults()
  await press('重试')
  await waitForOptions()
})

test('a backend without the preview warns instead of promising numbers', async () => {
  injectFault('refused', { path: '/extensions/list' })
  await openDialog()
  await waitForOptions()
  await choose('谷歌翻译')
  expect(balanceRows()).toEqual([])
  await user.click(submit()!)
  await until(() => confirmDialog() !== null)
  expect(confirmDialog()!.textContent).toContain('切换后剩余额度可能会变化')
})

test('a refusal is shown; the channel stays chosen, and every way of closing asks before it is discarded', async () => {
  await openDialog()
  await waitForOptions()
  const value = await choose('谷歌翻译')
  await waitForPreview()
  injectFault('refused', { path: '/memberGroup/changeChannel' })
  await user.click(submit()!)
  await until(() => confirmDialog() !== null)
  await confirm()
  await until(() => text().includes('没有权限'))
  await until(() => confirmDialog() === null)
  const modal = channelDialog()!
  const [cross, button] = inDialog().getAllByRole('button', { name: '关闭' })
  const closeActions: Record<string, () => unknown> = {
    cross: () => user.click(cross!),
    button: () => user.click(button!),
    Escape: () => user.type(select(), '{Escape}'),
    'back gesture': () => requestClose(modal),
    backdrop: () => user.click(modal),
  }
  for (const [name, close] of Object.entries(closeActions)) {
    await close()
    const question = '有未保存的修改，确定要关闭吗？'
    await until(() => confirmDialog()?.textContent.includes(question) === true)
    await press('继续填写')
    await until(() => confirmDialog() === null)
    expect(select().value, name).toBe(value)
  }
  await user.click(button!)
  await until(() => confirmDialog() !== null)
  await press('放弃修改')
  await until(() => channelDialog() === null)
})
