/** What the public pages draw anew once the server says something else than when they were made. */
import type { Page } from '@playwright/test'
import { pathsIn } from '#tests/e2e/support/site.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** From now on the server's answers are changed, and come when the returned function is called. */
async function answerLater(
  page: Page,
  path: string,
  change: (text: string) => string,
): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(path, async (route) => {
    const answer = change(await (await route.fetch()).text())
    await released
    await route.fulfill({ json: JSON.parse(answer) as object })
  })
  return () => release()
}

test('what the server says otherwise by now is drawn anew; what it can not say stays', async ({
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
  await page.goto(pathsIn(lang)[1]!)
  await expect(page.getByText('¥42.00')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(1)
  await expect(page.locator('footer').getByText('yiqiao-sales')).toBeVisible()
})

test('what was chosen, moved and reached stays so when its part is drawn anew', async ({
  page,
  lang,
}) => {
  const sayPrices = await answerLater(page, '**/api/memberGroup/saleList', (text) =>
    text.replaceAll('"salePrice":9900', '"salePrice":9800'),
  )
  const sayPlatforms = await answerLater(page, '**/api/customer-service/platform/list', (text) =>
    text.replaceAll('"WhatsApp"', '"Line"'),
  )
  await page.goto(pathsIn(lang)[1]!)
  const platform = page.locator('#validate-platform')
  await platform.evaluate((choice: HTMLSelectElement) => (choice.value = 'Telegram'))
  await page.getByRole('radio').nth(2).check()
  const slider = page.locator('#calculator-length')
  await slider.fill('50')
  sayPrices()
  sayPlatforms()
  await expect(page.getByText('¥98.00').first()).toBeVisible()
  await expect(page.getByRole('radio').nth(2)).toBeChecked()
  await expect(page.locator('.calculator-says')).toContainText('2,000')
  await expect(slider).toHaveValue('50')
  await expect(slider).toBeFocused()
  await expect(platform).toContainText('Line')
  await expect(platform).toHaveValue('Telegram')
})

test('a list of versions that is open stays open when the downloads are drawn anew', async ({
  page,
  lang,
  t,
}) => {
  const sayDownloads = await answerLater(page, '**/api/dataCus/get**', (text) =>
    text.replaceAll('2.6.1', '2.7.0'),
  )
  await page.goto(pathsIn(lang)[4]!)
  await page.getByRole('button', { name: t('download.chooseNamed', { name: 'macOS' }) }).click()
  const dialog = page.getByRole('dialog', { name: 'macOS' })
  await expect(dialog.getByText('2.6.1').first()).toBeVisible()
  sayDownloads()
  await expect(dialog.getByText('2.7.0').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
