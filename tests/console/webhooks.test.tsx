// @vitest-environment happy-dom
/** Webhooks in the console: an address is checked, and the secret is shown once. */
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, expect, test } from 'vitest'
import { closeConsolePage, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { signInAs } from '#tests/support/browser/orders-page.tsx'
import { fill, press, text, user } from '#tests/support/browser/user.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'

const server = await startReferenceServer()
await signInAs('demo')

afterEach(() => {
  closeConsolePage()
  localStorage.clear()
})
afterAll(() => server.close())

const open = (path: string) =>
  openConsolePage(path, {
    as: 'demo',
    with: async () => ({
      '/resources/webhooks.ts': await import('../../resources/webhooks.ts'),
    }),
  })

test('a webhook is added, and its secret is shown once, with how to verify with it', async () => {
  await open('/UserCenterWebhooks')
  await until(() => text().includes('还没有推送'))
  await press('添加程序推送')
  const form = await screen.findByRole('dialog', { name: '添加程序推送' })
  await fill(within(form).getByRole('textbox', { name: '名称' }), '订单系统')
  const address = within(form).getByRole('textbox', { name: '接收地址' })
  await fill(address, 'http://shop.example.com/events')
  await user.click(within(form).getByRole('checkbox', { name: '订单到账' }))
  await user.click(within(form).getByRole('button', { name: '保存' }))
  await until(() => text().includes('接收地址格式不正确'))
  await fill(address, 'https://shop.example.com/events')
  await user.click(within(form).getByRole('button', { name: '保存' }))
  const dialog = await screen.findByRole('dialog', { name: '推送“订单系统”' })
  const secret = /whsec_[A-Za-z0-9+/]{32}/.exec(dialog.textContent)![0]
  expect(dialog.textContent).toContain(`new Webhook('${secret}')`)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog', { name: '推送“订单系统”' })).not.toBeNull()
  await user.click(within(dialog).getByRole('button', { name: '已保存，关闭' }))
  await until(() => text().includes('https://shop.example.com/events'))
  expect(text()).not.toContain(secret)
})
