/** Features of every list: state in the URL, sorting, columns, export and error recovery. */
import { readFileSync } from 'node:fs'
import { visibleAccounts, expectTotal, pressAction } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('page, page size and search are in the URL and survive reload, history and sharing', async ({
  page,
  open,
  newBrowser,
  t,
}) => {
  await open(page)
  await expectTotal(page, t, 26)
  await page.getByLabel(t('crud.pager.size')).selectOption('20')
  await expect(page).toHaveURL('/UserCenterChild?pageSize=20')
  await page.getByRole('button', { name: t('crud.pager.page', { page: 2 }), exact: true }).click()
  await expect(page).toHaveURL('/UserCenterChild?pageSize=20&pageNum=2')
  await expect.poll(() => visibleAccounts(page)).toHaveLength(6)
  const secondPage = await visibleAccounts(page)
  await expect(
    page
      .locator('tbody')
      .getByRole('row')
      .filter({ hasText: secondPage[0]! })
      .getByRole('cell')
      .nth(1),
  ).toHaveText('21')

  await page.reload()
  await expect.poll(() => visibleAccounts(page)).toEqual(secondPage)

  await page.getByRole('search').getByLabel(t('fields.account')).fill('wang')
  await expect(page).toHaveURL('/UserCenterChild?pageSize=20&account=wang')
  await expectTotal(page, t, 1)
  await page.goBack()
  await expect.poll(() => visibleAccounts(page)).toEqual(secondPage)
  await page.goForward()
  await expect.poll(() => visibleAccounts(page)).toEqual(['wangfang'])

  const otherPage = await (await newBrowser()).newPage()
  await open(otherPage, new URL(page.url()).pathname + new URL(page.url()).search)
  await expect.poll(() => visibleAccounts(otherPage)).toEqual(['wangfang'])
  await expect(otherPage.getByRole('search').getByLabel(t('fields.account'))).toHaveValue('wang')
})

test('a page number beyond the last page shows the last page', async ({ page, open }) => {
  await open(page, '/UserCenterChild?pageNum=99')
  await expect(page).toHaveURL('/UserCenterChild?pageNum=3')
  await expect.poll(() => visibleAccounts(page)).toHaveLength(6)
})

test('a search without results says so and offers to clear the filters', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterChild?account=nobodyhere')
  await expect(page.getByText(t('crud.list.unmatched'))).toBeVisible()
  await page
    .locator('.list-state')
    .getByRole('button', { name: t('crud.filter.clear') })
    .click()
  await expectTotal(page, t, 26)
})

test('a column header sorts descending, ascending, then not at all, and the URL keeps it', async ({
  page,
  open,
  t,
}) => {
  await open(page)
  const header = page.getByRole('columnheader', {
    name: t('resources.subAccounts.fields.usedThisMonthNum'),
  })
  const usedAmounts = async () =>
    (await page.locator('tbody tr td:nth-child(9)').allInnerTexts()).map((text) =>
      Number(text.replaceAll(',', '')),
    )
  await expect.poll(() => visibleAccounts(page)).toHaveLength(10)
  const unsorted = await visibleAccounts(page)
  expect(await header.getAttribute('aria-sort')).toBeNull()
  await header.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/UserCenterChild?sortBy=usedThisMonthNum&sortOrder=desc')
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await usedAmounts())[0]).toBeGreaterThan(0)
  const amounts = await usedAmounts()
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
  await header.getByRole('button').press('Enter')
  await expect(page).toHaveURL('/UserCenterChild?sortBy=usedThisMonthNum')
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await page.reload()
  await expect.poll(async () => (await usedAmounts())[0]).toBe(0)
  await header.getByRole('button').click()
  await expect(page).toHaveURL('/UserCenterChild')
  await expect.poll(() => visibleAccounts(page)).toEqual(unsorted)
})

test('sub-accounts are found by nickname, and the totals follow the search', async ({
  page,
  open,
  t,
}) => {
  await open(page)
  const totals = page.locator('.totals dl')
  const chars = totals.locator('div').first().locator('dd')
  await expect(chars).toHaveText(/\d/)
  const unfiltered = await chars.innerText()
  await page.getByRole('search').getByLabel(t('fields.nickname')).fill('Clarke')
  await expect.poll(() => visibleAccounts(page)).toEqual(['emma'])
  await expect(chars).not.toHaveText(unfiltered)
  await expect(chars).toHaveText(await page.locator('tbody .quota-cell').first().innerText())
})

test('a backend without extensions gets no sorting, nickname search, totals or usage', async ({
  page,
  open,
  t,
}) => {
  await page.route('**/extensions/list', (route) =>
    route.fulfill({ json: { success: true, data: [], msg: '' } }),
  )
  await open(page)
  await expect.poll(() => visibleAccounts(page)).toHaveLength(10)
  await expect(page.locator('thead .sort')).toHaveCount(0)
  await expect(page.locator('.totals dl')).toHaveCount(0)
  await expect(page.getByRole('search').getByLabel(t('fields.account'))).toBeVisible()
  await expect(page.getByRole('search').getByLabel(t('fields.nickname'))).toHaveCount(0)
  await expect(
    page.getByRole('columnheader', { name: t('resources.subAccounts.fields.usedThisMonthNum') }),
  ).toHaveCount(0)
})

test('the account log opens with the first type, later with the last selected one', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterAccountLog')
  const type = page.getByRole('search').getByRole('combobox')
  await expect(page).toHaveURL('/UserCenterAccountLog?logType=RECHARGE_ORDER_BY_MEMBER_GROUP')
  await type.selectOption('DISTRIBUTION')
  await expect(page).toHaveURL('/UserCenterAccountLog?logType=DISTRIBUTION')
  await expect(page.locator('tbody .log-description').first()).toContainText(
    t('ledger.description.youGave').split('{{')[0]!.trim(),
  )
  await page.goto('/UserCenterAccountLog')
  await expect(page).toHaveURL('/UserCenterAccountLog?logType=DISTRIBUTION')
  await expect(type).toHaveValue('DISTRIBUTION')
})

test('countries are searchable; China comes first, and its regions are named as parts of it', async ({
  page,
  open,
  t,
  lang,
}) => {
  await open(page, '/UserWorkSpace')
  await page.getByRole('button', { name: t('resources.contacts.actions.create') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('resources.contacts.fields.country')).click()
  const options = dialog.locator('.search-list').getByRole('option')
  const named = {
    zh: ['中国', '中国香港', '中国澳门', '中国台湾'],
    en: ['China', 'Hong Kong, China', 'Macao, China', 'Taiwan, China'],
  }[lang]
  await expect
    .poll(async () => (await options.locator('span').allInnerTexts()).slice(1, 5))
    .toEqual(named)
  await page.keyboard.type(lang === 'zh' ? '巴西' : 'brazil')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(t('resources.contacts.fields.country'))).toContainText(
    lang === 'zh' ? '巴西' : 'Brazil',
  )
})

test('a double click opens one dialog; a backdrop click closes it and restores the focus', async ({
  page,
  open,
  t,
}) => {
  await open(page)
  await page.locator('tbody .tick').first().check()
  const opener = page.getByRole('button', { name: t('crud.actions.removeMany') })
  await opener.dblclick()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.mouse.click(4, 700)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('hidden columns stay hidden after a reload and are restored together', async ({
  page,
  open,
  t,
}) => {
  await open(page)
  const header = page.getByRole('columnheader', {
    name: t('resources.subAccounts.fields.usableVoiceNum'),
  })
  await expect(header).toBeVisible()
  await page.getByRole('button', { name: t('crud.list.columns') }).click()
  await page
    .getByRole('checkbox', { name: t('resources.subAccounts.fields.usableVoiceNum') })
    .uncheck()
  await expect(header).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: t('fields.account') })).toBeVisible()
  await expect(header).toHaveCount(0)
  await page.getByRole('button', { name: t('crud.list.columns') }).click()
  await page.getByRole('button', { name: t('crud.list.allColumns') }).click()
  await expect(header).toBeVisible()
})

test('the CSV export has the filtered rows, a byte order mark and escaped formulas', async ({
  page,
  open,
  t,
  toast,
}) => {
  await open(page)
  await page.getByRole('search').getByLabel(t('fields.account')).fill('ang')
  await expectTotal(page, t, 3)
  await pressAction(page, t, t('crud.actions.edit'), 'wangfang')
  await page
    .getByRole('dialog')
    .getByLabel(t('fields.nickname'))
    .fill('=HYPERLINK("//x.cn","王芳")')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('crud.form.save') })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: t('crud.export.action'), exact: true }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const text = readFileSync(await file.path(), 'utf8')
  await expect(toast(page)).toContainText(t('crud.export.done', { count: 3 }))
  expect(text.startsWith('\uFEFF')).toBe(true)
  const [header, ...lines] = text.slice(1).trimEnd().split('\r\n')
  expect(header).toBe(
    [
      ...(['account', 'nickname', 'lastLoginDateTime'] as const).map((field) =>
        t(`fields.${field}`),
      ),
      ...(['usableCharNum', 'usableVoiceNum', 'usableImageNum'] as const).map((field) =>
        t(`resources.subAccounts.fields.${field}`),
      ),
      t('resources.subAccounts.fields.usedThisMonthNum'),
      t('fields.enabled'),
    ].join(','),
  )
  expect(lines.map((line) => line.split(',')[0])).toEqual(await visibleAccounts(page))
  expect(lines.find((line) => line.startsWith('wangfang'))).toContain(
    `"'=HYPERLINK(""//x.cn"",""王芳"")"`,
  )
})

test('an export of many pages has every row once and can be cancelled', async ({
  page,
  open,
  t,
  toast,
}) => {
  await open(page, '/UserCenterLoginLog?loginDateTimeBegin=')
  const counted = page.getByRole('navigation', { name: t('crud.pager.label') }).locator('.total')
  await expect(counted).toHaveText(/\d/)
  const total = Number.parseInt((await counted.innerText()).replace(/\D/g, ''))
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: t('crud.export.action'), exact: true }).click()
  const lines = readFileSync(await (await downloading).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines.length - 1).toBe(total)

  let downloaded = false
  page.on('download', () => (downloaded = true))
  await page.route('**/loginLog/page**', (route) =>
    new Promise((resolve) => setTimeout(resolve, 1_000)).then(() => route.continue()),
  )
  await page.getByRole('button', { name: t('crud.export.action'), exact: true }).click()
  await page.getByRole('button', { name: t('crud.export.cancel') }).click()
  await expect(toast(page)).toContainText(t('crud.export.cancelled'))
  await expect(
    page.getByRole('button', { name: t('crud.export.action'), exact: true }),
  ).toBeEnabled()
  expect(downloaded).toBe(false)
})

test('a failed list shows the error and the request id, and loads on retry', async ({
  page,
  open,
  t,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/user\/page|status of 500|ERR_INTERNET|ERR_FAILED/)
  await page.route('**/user/page**', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'req-4711' },
      json: { success: false, data: { code: 'serverError' }, msg: 'Server error' },
    }),
  )
  await open(page)
  const alert = page.locator('.rows').getByRole('alert')
  await expect(alert).toContainText(t('crud.list.failed'))
  await expect(alert).toContainText('req-4711')
  await page.unroute('**/user/page**')
  await page.route('**/user/page**', (route) => route.abort('failed'))
  await alert.getByRole('button', { name: t('shell.retry') }).click()
  await expect(alert).toContainText(t('failures.unreachable.network'))
  await page.unroute('**/user/page**')
  await alert.getByRole('button', { name: t('shell.retry') }).click()
  await expectTotal(page, t, 26)
})

test('rows stay, marked as stale, when a refresh fails', async ({
  page,
  open,
  t,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/user\/page|ERR_FAILED/)
  await open(page)
  await expectTotal(page, t, 26)
  await page.route('**/user/page**', (route) => route.abort('failed'))
  await page.getByRole('button', { name: t('crud.list.refresh') }).click()
  await expect(page.getByText(t('crud.list.stale'))).toBeVisible()
  expect(await visibleAccounts(page)).toHaveLength(10)
})

test('a failed change of a switch is reverted and reported', async ({
  page,
  open,
  t,
  expectNoErrors,
  toast,
}) => {
  expectNoErrors.expect(/changeEnabled|status of 500/)
  await open(page)
  await page.route('**/user/changeEnabled', (route) =>
    route.fulfill({ status: 500, json: { success: false, data: null, msg: '' } }),
  )
  const toggle = page.getByRole('switch', {
    name: t('crud.list.actionOf', { action: t('fields.enabled'), name: 'newcomer' }),
  })
  await toggle.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('resources.subAccounts.actions.changeEnabled.off') })
    .click()
  await expect(toast(page)).toContainText(t('failures.broken'))
  await expect(toggle).toBeChecked()
})
