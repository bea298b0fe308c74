/** The profile page: nickname, security settings, data export and layout. */
import type { Locator } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/test.ts'

test('a nickname is checked, kept when a save fails or the language changes, and shown once saved', async ({
  page,
  open,
  t,
  toast,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/user\/update|status of 500/)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => void (dialogs.push(dialog.type()), dialog.accept()))
  await open(page, '/UserCenterInfo')
  const nickname = page.locator('form input').first()
  const save = page.getByRole('button', { name: t('crud.actions.update'), exact: true })
  await expect(nickname).not.toHaveValue('')
  await nickname.fill('x')
  await expect(
    page.getByText('Nickname must be at least 2 characters', { exact: true }),
  ).toBeVisible()

  await nickname.fill('译桥贸易')
  await page.route('**/user/update', (route) =>
    route.fulfill({ status: 500, json: { success: false, data: null, msg: '' } }),
  )
  await save.click()
  await expect(
    page.getByRole('alert').filter({ hasText: t('resources.profile.failed.update') }),
  ).toBeVisible()
  await expect(nickname).toHaveValue('译桥贸易')
  await page.unroute('**/user/update')

  await page.getByRole('button', { name: '中文', exact: true }).click()
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await expect(page.getByRole('button', { name: '中文', exact: true })).toBeVisible()
  await expect(nickname).toHaveValue('译桥贸易')
  expect(dialogs).toEqual([])

  await save.click()
  await expect(toast(page)).toContainText(t('resources.profile.done.update'))
  await expect(page.getByRole('banner')).toContainText('译桥贸易')
  await page.reload()
  await expect(nickname).toHaveValue('译桥贸易')

  await test.step('the security settings are shown and linked, and the data is exported', async () => {
    const security = page.getByRole('region', { name: t('security.summary.title') })
    await expect(security).toContainText(t('security.twoFactor.off'))
    await expect(security).toContainText(t('security.summary.deviceCount', { count: 1 }))
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: t('cancellation.data.json') }).click()
    expect((await download).suggestedFilename()).toMatch(/\.json$/)
    await security
      .getByRole('link', {
        name: t('crud.list.actionOf', {
          action: t('security.summary.setUp'),
          name: t('resources.twoFactor.title'),
        }),
      })
      .click()
    await expect(page).toHaveURL('/UserCenterSecondStep')
  })
})

test('what could not be loaded leaves the links of the security settings inside their card', async ({
  page,
  open,
  t,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/secondStep|session|status of 500/)
  await page.route(/\/api\/(secondStep\/get|user\/session\/page)/, (route) =>
    route.fulfill({
      status: 500,
      json: {
        success: false,
        data: null,
        msg: 'The server failed. Try again later, or tell support what happened.',
      },
    }),
  )
  await open(page, '/UserCenterInfo')
  const security = page.getByRole('region', { name: t('security.summary.title') })
  await expect(security.getByRole('alert')).toHaveCount(2)
  const right = async (part: Locator) => {
    const { x, width } = (await part.boundingBox())!
    return x + width
  }
  const edge = await right(security)
  const links = await security.getByRole('link').all()
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) expect(await right(link)).toBeLessThan(edge)
})

test('the layout does not depend on the pages visited before', async ({ page, open }) => {
  const positions = () =>
    page.locator('main :is(dt, dd)').evaluateAll((elements) =>
      elements.map((element) => {
        const text = document.createRange()
        text.selectNodeContents(element)
        return [element.textContent, text.getBoundingClientRect().left]
      }),
    )
  await open(page, '/UserCenterInfo')
  // The security lines load last, each by a request of its own.
  await expect(page.locator('.security-lines dd').last()).toBeVisible()
  await expect(page.locator('.security-lines dd:empty')).toHaveCount(0)
  const initial = await positions()
  await page.locator('#menu a[href="/UserCenterIndex"]').click()
  await expect(page.locator('main .summary-card').first()).toBeVisible()
  await page.locator('#menu a[href="/UserCenterInfo"]').click()
  await expect.poll(positions).toEqual(initial)
})
