/** Public pages refresh prerendered content when the server's data have changed. */
import type { Page } from '@playwright/test'
import { sitePaths } from '#tests/e2e/support/site.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Changes responses and delays them until the returned function is called. */
async function delayResponses(
  page: Page,
  path: string,
  change: (text: string) => string,
): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(path, async (route) => {
    const changed = change(await (await route.fetch()).text())
    await released
    await route.fulfill({ json: JSON.parse(changed) as object })
  })
  return () => release()
}

test('fresh server data replaces prerendered content; failed requests leave it as it is', async ({
  page,
  lang,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/customer-service|status of 500/)
  const sold = {
    id: '2',
    name: '标准版',
    enName: 'Standard',
    translationBillingMode: 'char',
    num: 500_000,
    salePrice: 4_200,
  }
  await page.route('**/api/memberGroup/saleList', (route) =>
    route.fulfill({ json: { success: true, data: [sold], msg: '' } }),
  )
  await page.route('**/api/customer-service/**', (route) =>
    route.fulfill({ status: 500, json: { success: false, data: null, msg: '' } }),
  )
  await page.goto(sitePaths(lang)[1]!)
  await expect(page.getByText('¥42.00')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(1)
  await expect(page.locator('footer').getByText('yiqiao-sales')).toBeVisible()
})

test('selection, slider value and focus survive a refresh of their content', async ({
  page,
  lang,
}) => {
  const releasePrices = await delayResponses(page, '**/api/memberGroup/saleList', (text) =>
    text.replaceAll('"salePrice":9900', '"salePrice":9800'),
  )
  const releasePlatforms = await delayResponses(
    page,
    '**/api/customer-service/platform/list',
    (text) => text.replaceAll('"WhatsApp"', '"Line"'),
  )
  await page.goto(sitePaths(lang)[1]!)
  const platform = page.locator('#validate-platform')
  await platform.evaluate((select: HTMLSelectElement) => (select.value = 'Telegram'))
  await page.getByRole('radio').nth(2).check()
  const slider = page.locator('#calculator-length')
  await slider.fill('50')
  releasePrices()
  releasePlatforms()
  await expect(page.getByText('¥98.00').first()).toBeVisible()
  await expect(page.getByRole('radio').nth(2)).toBeChecked()
  await expect(page.locator('.calculator-result')).toContainText('2,000')
  await expect(slider).toHaveValue('50')
  await expect(slider).toBeFocused()
  await expect(platform).toContainText('Line')
  await expect(platform).toHaveValue('Telegram')
})

test('an open version dialog stays open when the downloads are refreshed', async ({
  page,
  lang,
  t,
}) => {
  const releaseDownloads = await delayResponses(page, '**/api/dataCus/get**', (text) =>
    text.replaceAll('2.6.1', '2.7.0'),
  )
  await page.goto(sitePaths(lang)[4]!)
  await page.getByRole('button', { name: t('download.chooseNamed', { name: 'macOS' }) }).click()
  const dialog = page.getByRole('dialog', { name: 'macOS' })
  await expect(dialog.getByText('2.6.1').first()).toBeVisible()
  releaseDownloads()
  await expect(dialog.getByText('2.7.0').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
