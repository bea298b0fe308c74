/** The exact Chinese messages of spec section 8: refusals, failures, successes, confirmations. */
import type { Page } from '@playwright/test'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { users } from '#contract/users.ts'
import {
  actionButton,
  confirmationName,
  pressAction,
  enabledSwitch,
} from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { messagesIn } from '#tests/e2e/support/messages.ts'

test.use({ lang: 'zh', locale: 'zh-CN', actionTimeout: 20_000 })
test.slow()

const t = messagesIn('zh')
const refusal = '后台说现在不行'
const email = 'nora@example.com'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const input = (page: Page, name: string) => page.getByRole('textbox', { name })
/** Live regions that contain the text. */
const liveRegionsWith = (page: Page, text: string) =>
  page.evaluate(
    (expected) =>
      [
        ...document.querySelectorAll(
          '[role=alert], [role=status], output, [aria-live=polite], [aria-live=assertive]',
        ),
      ]
        .filter((region) => region.textContent?.includes(expected))
        .map(
          (region) => `${region.tagName} ${region.className} in ${region.parentElement?.className}`,
        ),
    text,
  )
/** Refuses the next request to this path; later ones reach the server. */
const refuseOnce = (page: Page, path: string) =>
  page.route(
    `**/api${path}*`,
    (route) => route.fulfill({ json: { success: false, data: null, msg: refusal } }),
    { times: 1 },
  )
async function expectRefused(page: Page, toast: (page: Page) => ReturnType<Page['locator']>) {
  await expect(toast(page).getByText(refusal)).toBeVisible()
  await expect.poll(() => liveRegionsWith(page, refusal)).toHaveLength(1)
  const message = page.locator('.toast').filter({ hasText: refusal })
  await message.getByRole('button', { name: '关闭通知' }).click()
}

test('errors before the toast code has loaded appear later in the existing live regions', async ({
  page,
  submitLogin,
  toast,
}) => {
  let loadCode = () => {}
  const allowed = new Promise<void>((resolve) => (loadCode = resolve))
  await page.route('**/assets/toast-messages-*.js', async (route) => {
    await allowed
    await route.continue()
  })
  await page.goto('/login?type=1')
  const errors = page.locator('.toasts [aria-live=assertive]')
  await expect(errors).toHaveCount(1)
  await submitLogin(page, email, 'not-the-password')
  await expect(page.locator('.alert')).toContainText('账号或密码错误')
  await refuseOnce(page, '/login/login')
  await submitLogin(page, email, 'not-the-password')
  await expect(page.locator('.alert')).toContainText(refusal)
  await errors.evaluate((region) => region.setAttribute('data-existing', ''))
  loadCode()
  await expect(toast(page).locator('[data-existing] .toast')).toContainText([
    '账号或密码错误',
    refusal,
  ])
})

test('the console shows the specified messages for success, refusal and failure', async ({
  page,
  context,
  open,
  toast,
  product,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/status of (500|700)|status (500|700)|ERR_FAILED/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const expectDone = async (text: string) => {
    await expect(toast(page).getByText(text).first()).toBeVisible()
    expect(await liveRegionsWith(page, text)).toHaveLength(1)
  }
  const goTo = (title: string) =>
    page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: title }).click()

  await open(page, '/UserCenterIndex')
  await page.locator('.copy').first().click()
  await expectDone('已复制')
  await page.getByRole('switch').click()
  const question = page.locator('dialog[data-shape=question]')
  await expect(question).toContainText(confirmationName(t('overview.autoAsk.off')))
  await question.getByRole('button', { name: '关闭', exact: true }).click()
  await expectDone('已关闭自动分配')
  await button(page, '切换翻译通道').click()
  await expect(page.getByText('各通道价格不同，切换后剩余额度可能会变化。').first()).toBeVisible()
  await page.getByLabel('翻译通道', { exact: true }).selectOption({ index: 1 })
  await page.getByRole('dialog').getByRole('button', { name: '切换', exact: true }).click()
  await refuseOnce(page, '/memberGroup/changeChannel')
  await question.getByRole('button', { name: '切换', exact: true }).click()
  await expectRefused(page, toast)
  await page.getByRole('dialog').getByRole('button', { name: '切换', exact: true }).click()
  await question.getByRole('button', { name: '切换', exact: true }).click()
  await expectDone('翻译通道切换成功')

  await refuseOnce(page, '/user/page')
  await goTo('子账号')
  await expectRefused(page, toast)
  await button(page, '重试').click()
  await button(page, '批量删除').click()
  await expectDone(t('crud.list.nothingSelected'))
  await button(page, t('resources.subAccounts.actions.create')).click()
  const drawer = page.locator('dialog[data-shape=drawer]')
  await drawer.getByLabel('账号', { exact: true }).fill('xiaoqiao')
  await drawer.getByLabel('昵称').fill('小桥')
  await drawer.getByLabel('密码', { exact: true }).fill('secret-1')
  await refuseOnce(page, '/user/saveChildUser')
  await button(page, '保存').click()
  await expectRefused(page, toast)
  await expect(drawer.getByLabel('昵称')).toHaveValue('小桥')
  await button(page, '保存').click()
  await expectDone('操作成功')
  await pressAction(page, t, '分配额度', 'xiaoqiao')
  const modal = page.locator('dialog[data-shape=modal]')
  await modal.getByRole('spinbutton').fill('10000')
  // Cancel, the cross and a backdrop click ask before they discard the input.
  for (const close of [
    () => button(page, '取消').click(),
    () => modal.getByRole('button', { name: '关闭', exact: true }).click(),
    () => page.mouse.click(5, 450),
  ]) {
    await close()
    await expect(question).toContainText('有未保存的修改，确定要关闭吗？')
    await question.getByRole('button', { name: '继续填写' }).click()
  }
  await expect(modal.getByRole('spinbutton')).toHaveValue('10000')
  await refuseOnce(page, '/user/all/distribution')
  await modal
    .getByRole('button', { name: t('ledger.distribution.submit.distribute'), exact: true })
    .click()
  await question.getByRole('button', { name: t('ledger.distribution.submit.distribute') }).click()
  await expectRefused(page, toast)
  await modal
    .getByRole('button', { name: t('ledger.distribution.submit.distribute'), exact: true })
    .click()
  await question.getByRole('button', { name: t('ledger.distribution.submit.distribute') }).click()
  await expectDone('操作成功')
  await pressAction(page, t, '重置密码', 'xiaoqiao')
  await drawer.getByLabel('密码', { exact: true }).fill('secret-2')
  await drawer.getByLabel('确认密码').fill('secret-2')
  await button(page, '保存').click()
  await expectDone('重置成功')
  await enabledSwitch(page, t, 'xiaoqiao').click()
  await expect(question).toContainText(
    confirmationName(t('resources.subAccounts.confirm.changeEnabled.off', { name: 'xiaoqiao' })),
  )
  await question.getByRole('button', { name: '取消' }).click()
  await pressAction(page, t, '删除', 'xiaoqiao')
  await expect(question).toContainText(
    confirmationName(t('resources.subAccounts.confirm.remove', { name: 'xiaoqiao' })),
  )
  await question.getByRole('button', { name: '删除' }).click()
  await expectDone('删除成功')
  await expect(actionButton(page, t, '编辑', 'xiaoqiao')).toHaveCount(0)

  await goTo('翻译测试')
  await page.locator('.translate-samples button').first().click()
  await button(page, '翻译').click()
  await expectDone('翻译成功')

  await goTo('个人资料')
  await input(page, '昵称').fill('译桥')
  await refuseOnce(page, '/user/update')
  await button(page, '保存').click()
  await expectRefused(page, toast)
  await expect(page.getByText('修改失败')).toBeVisible()

  // Failures that are no refusals: no connection, and a server error (spec 8.3, 8.4).
  await page.route('**/api/user/update', (route) => route.abort(), { times: 1 })
  await button(page, '保存').click()
  await expect(page.getByText('请求异常：网络连接失败')).toBeVisible()
  await page.route('**/api/user/update', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  })
  await button(page, '保存').click()
  await expect(page.getByText('服务器错误，请联系工作人员')).toBeVisible()

  await button(page, '保存').click()
  await expectDone('修改成功')
  await goTo('修改密码')
  await button(page, '发送验证码').click()
  await expectDone('验证码发送成功，请前往邮箱查看')
  const byPassword = page.getByRole('region', { name: '用原密码修改' })
  for (const [index, value] of [demoPassword, 'secret-4', 'secret-4'].entries())
    await byPassword.locator('input').nth(index).fill(value)
  await byPassword.getByRole('button', { name: '修改密码', exact: true }).click()
  await expect(toast(page)).toContainText('修改成功,请重新登陆')
  expect(await page.evaluate(() => sessionStorage.getItem('sk'))).toBeNull()
  await expect(page).toHaveURL(/\/home$/)

  // The session is ended by another client (spec 8.2).
  await open(page, '/UserCenterIndex', 'monthly')
  const otherClient = await product.caller(demoAccounts.monthly)
  await otherClient.call(users.changePassword, { oldPassword: demoPassword, password: 'secret-5' })
  await expect(toast(page)).toContainText('登陆失效 即将跳转首页')
  await expect(page).toHaveURL(/\/home$/)
  expect(await page.evaluate(() => sessionStorage.getItem('sk'))).toBeNull()
})
