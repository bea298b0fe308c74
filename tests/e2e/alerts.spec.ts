/** What the owner is alerted of, by what means and when; and group robots with their tests. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { AlertKind } from '#contract/alerts.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { pressAction } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { deliverDue } from '#tests/support/server/webhook-receiver.ts'

test('the owner turns a mail off, sets quiet hours, and finds both after a reload', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterNotices')
  await page.getByRole('link', { name: t('alerts.settings') }).click()
  await expect(page).toHaveURL('/UserCenterAlerts')
  const [kind, means] = [t('alerts.kinds.lowBalance.title'), t('alerts.means.mail')]
  const mail = page.getByRole('switch', { name: t('alerts.switch', { kind, means }) })
  await expect(mail).toBeChecked()
  await mail.press('Space')
  await expect(page.getByText(t('alerts.saved.off', { kind, means }))).toBeVisible()
  const from = page.getByLabel(t('alerts.quiet.quietFrom'), { exact: true })
  const until = page.getByLabel(t('alerts.quiet.quietUntil'), { exact: true })
  const save = page.getByRole('region', { name: t('alerts.quiet.title') }).getByRole('button', {
    name: t('alerts.quiet.save'),
  })
  await from.fill('22:00')
  await expect(page.getByText(t('alerts.quiet.missing'))).toBeVisible()
  await until.fill('22:00')
  await expect(page.getByText(t('alerts.quiet.same'))).toBeVisible()
  await expect(save).toBeDisabled()
  await until.fill('08:00')
  await save.click()
  await expect(page.getByText(t('alerts.quiet.saved'))).toBeVisible()
  await page.reload()
  await expect(mail).not.toBeChecked()
  await expect(from).toHaveValue('22:00')
  await expect(until).toHaveValue('08:00')
  await expectAccessible(page, 'the settings of alerts')
})

test('a robot is added at its vendor’s address alone; tests show what it answered', async ({
  page,
  open,
  t,
  product,
  lang,
}) => {
  const answers = ['{"errcode":0,"errmsg":"ok"}', '{"errcode":310000,"errmsg":"sign not match"}']
  const deliver = () =>
    deliverDue(product, {
      send: () => Promise.resolve({ status: 200, answer: answers.shift()! }),
    })
  const name = `Finance ${t('alerts.settings')}`
  await open(page, '/UserCenterWebhooks')
  await page.getByRole('button', { name: t('resources.webhooks.actions.addRobot') }).click()
  const form = page.getByRole('dialog')
  const field = (key: string) => form.getByLabel(t(`resources.webhooks.fields.${key}`))
  await field('format').selectOption('dingtalk')
  await field('name').fill(name)
  await field('url').fill('https://example.com/robot/send?access_token=1')
  // Proposed in the language of the page.
  await expect(field('language')).toHaveValue(lang)
  await field('language').selectOption('en')
  await form.getByText(t('resources.webhooks.values.events.balanceLow'), { exact: true }).click()
  const submit = form.locator('button[type=submit]')
  await submit.click()
  await expect(field('url')).toHaveAttribute('aria-invalid', 'true')
  await field('url').fill('https://oapi.dingtalk.com/robot/send?access_token=1')
  await submit.click()
  const dialog = page.getByRole('dialog', { name: t('webhooks.test.title', { name }) })
  await expect(dialog).toContainText(t('webhooks.test.added'))
  await dialog.getByRole('button', { name: t('webhooks.test.send') }).click()
  await expect(dialog).toContainText(t('webhooks.test.waiting'))
  await deliver()
  await expect(dialog).toContainText(t('webhooks.test.delivered'))
  await expectAccessible(page, 'the outcome of a test', 'dialog[open]')
  await dialog.getByRole('button', { name: t('webhooks.test.close') }).click()

  await pressAction(page, t, t('resources.webhooks.actions.sendTest'), name)
  await expect(dialog).toContainText(t('webhooks.test.waiting'))
  await deliver()
  await expect(dialog).toContainText(t('resources.webhookDeliveries.values.failure.refused'))
  await expect(dialog).toContainText('sign not match')
  await dialog.getByRole('button', { name: t('webhooks.test.close') }).click()
  await page.goto('/UserCenterAlerts')
  await expect(page.getByRole('link', { name })).toBeVisible()
})

test('two switches turned off one after the other stay off while answers are slow, as do typed quiet hours', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterAlerts')
  const switchOf = (kind: AlertKind) =>
    page.getByRole('switch', {
      name: t('alerts.switch', {
        kind: t(`alerts.kinds.${kind}.title`),
        means: t('alerts.means.mail'),
      }),
    })
  const [first, second] = [switchOf('lowBalance'), switchOf('planExpiring')]
  await expect(first).toBeChecked()
  await expect(second).toBeChecked()
  // Answers arrive late, and the second change is stored after the first one's settings are read.
  await page.route('**/alert/*', async (route) => {
    const isSecond = route.request().postData()?.includes('planExpiring') === true
    if (isSecond) await setTimeout(1_500)
    const response = await route.fetch()
    if (!isSecond) await setTimeout(1_000)
    await route.fulfill({ response })
  })
  const shown = await recordSwitches(page)
  await first.press('Space')
  await second.press('Space')
  const from = page.getByLabel(t('alerts.quiet.quietFrom'), { exact: true })
  const until = page.getByLabel(t('alerts.quiet.quietUntil'), { exact: true })
  await from.fill('22:00')
  await until.fill('08:00')
  const savedOff = (kind: AlertKind) =>
    page.getByText(
      t('alerts.saved.off', {
        kind: t(`alerts.kinds.${kind}.title`),
        means: t('alerts.means.mail'),
      }),
    )
  await expect(savedOff('planExpiring')).toBeVisible()
  await expect(from).toHaveValue('22:00')
  await page
    .getByRole('region', { name: t('alerts.quiet.title') })
    .getByRole('button', { name: t('alerts.quiet.save') })
    .click()
  await expect(page.getByText(t('alerts.quiet.saved'))).toBeVisible()
  expect(await shown()).toEqual({ turned: 2, turnedBack: 0 })
  await page.reload()
  await expect(first).not.toBeChecked()
  await expect(second).not.toBeChecked()
  await expect(from).toHaveValue('22:00')
  await expect(until).toHaveValue('08:00')
})

/** Counts in each frame how many switches were turned off, and on again. */
async function recordSwitches(page: Page) {
  const counts = await page.evaluateHandle(() => {
    const seen = { turned: 0, turnedBack: 0 }
    const read = () => [...document.querySelectorAll<HTMLInputElement>('.alert-means .switch')]
    let before = read().map((one) => one.checked)
    const compare = () => {
      const now = read().map((one) => one.checked)
      for (const [at, isOn] of now.entries()) {
        if (before[at] && !isOn) seen.turned++
        if (!before[at] && isOn) seen.turnedBack++
      }
      before = now
      requestAnimationFrame(compare)
    }
    requestAnimationFrame(compare)
    return seen
  })
  return () => counts.jsonValue()
}
