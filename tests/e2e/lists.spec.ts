/**
 * What every list gives for free: an address that says it all, columns, export, and a way on when
 * the server fails.
 */
import { readFileSync } from 'node:fs'
import { accounts, expectTotal, press } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('page, size and search are in the address: reload, back and sharing keep them', async ({
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
  await expect.poll(() => accounts(page)).toHaveLength(6)
  const seen = await accounts(page)
  await expect(
    page.locator('tbody').getByRole('row').filter({ hasText: seen[0]! }).getByRole('cell').nth(1),
  ).toHaveText('21')

  await page.reload()
  await expect.poll(() => accounts(page)).toEqual(seen)

  await page.getByRole('search').getByLabel(t('fields.account')).fill('wang')
  await expect(page).toHaveURL('/UserCenterChild?pageSize=20&account=wang')
  await expectTotal(page, t, 1)
  await page.goBack()
  await expect.poll(() => accounts(page)).toEqual(seen)
  await page.goForward()
  await expect.poll(() => accounts(page)).toEqual(['wangfang'])

  const other = await (await newBrowser()).newPage()
  await open(other, new URL(page.url()).pathname + new URL(page.url()).search)
  await expect.poll(() => accounts(other)).toEqual(['wangfang'])
  await expect(other.getByRole('search').getByLabel(t('fields.account'))).toHaveValue('wang')
})

test('a page beyond the last one shows the last one', async ({ page, open }) => {
  await open(page, '/UserCenterChild?pageNum=99')
  await expect(page).toHaveURL('/UserCenterChild?pageNum=3')
  await expect.poll(() => accounts(page)).toHaveLength(6)
})

test('a search that finds nothing says so and offers the way back', async ({ page, open, t }) => {
  await open(page, '/UserCenterChild?account=nobodyhere')
  await expect(page.getByText(t('crud.list.unmatched'))).toBeVisible()
  await page
    .locator('.list-state')
    .getByRole('button', { name: t('crud.filter.clear') })
    .click()
  await expectTotal(page, t, 26)
})

test('a column header sorts ascending, descending, then not at all; the address keeps it', async ({
  page,
  open,
  t,
}) => {
  await open(page)
  const head = page.getByRole('columnheader', {
    name: t('resources.subAccounts.fields.usedThisMonthNum'),
  })
  const used = async () =>
    (await page.locator('tbody tr td:nth-child(9)').allInnerTexts()).map((text) =>
      Number(text.replaceAll(',', '')),
    )
  await expect.poll(() => accounts(page)).toHaveLength(10)
  const unsorted = await accounts(page)
  expect(await head.getAttribute('aria-sort')).toBeNull()
  await head.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/UserCenterChild?sortBy=usedThisMonthNum&sortOrder=desc')
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await used())[0]).toBeGreaterThan(0)
  const most = await used()
  expect(most).toEqual(most.toSorted((a, b) => b - a))
  await head.getByRole('button').press('Enter')
  await expect(page).toHaveURL('/UserCenterChild?sortBy=usedThisMonthNum')
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await page.reload()
  await expect.poll(async () => (await used())[0]).toBe(0)
  await head.getByRole('button').click()
  await expect(page).toHaveURL('/UserCenterChild')
  await expect.poll(() => accounts(page)).toEqual(unsorted)
})

test('a nickname finds sub-accounts, and the sums follow the search', async ({ page, open, t }) => {
  await open(page)
  const totals = page.locator('.totals dl')
  const chars = totals.locator('div').first().locator('dd')
  await expect(chars).toHaveText(/\d/)
  const all = await chars.innerText()
  await page.getByRole('search').getByLabel(t('fields.nickname')).fill('Clarke')
  await expect.poll(() => accounts(page)).toEqual(['emma'])
  await expect(chars).not.toHaveText(all)
  await expect(chars).toHaveText(await page.locator('tbody .quota-cell').first().innerText())
})

test('a backend of the specification alone is offered no sorting, no nickname search, no sums and no usage', async ({
  page,
  open,
  t,
}) => {
  await page.route('**/extensions/list', (route) =>
    route.fulfill({ json: { success: true, data: [], msg: '' } }),
  )
  await open(page)
  await expect.poll(() => accounts(page)).toHaveLength(10)
  await expect(page.locator('thead .sort')).toHaveCount(0)
  await expect(page.locator('.totals dl')).toHaveCount(0)
  await expect(page.getByRole('search').getByLabel(t('fields.account'))).toBeVisible()
  await expect(page.getByRole('search').getByLabel(t('fields.nickname'))).toHaveCount(0)
  await expect(
    page.getByRole('columnheader', { name: t('resources.subAccounts.fields.usedThisMonthNum') }),
  ).toHaveCount(0)
})

test('the account log opens with the type looked at last, and at first with the first one', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterAccountLog')
  const type = page.getByRole('search').getByRole('combobox')
  await expect(page).toHaveURL('/UserCenterAccountLog?logType=RECHARGE_ORDER_BY_MEMBER_GROUP')
  await type.selectOption('DISTRIBUTION')
  await expect(page).toHaveURL('/UserCenterAccountLog?logType=DISTRIBUTION')
  await expect(page.locator('tbody .story').first()).toContainText(
    t('ledger.story.youGave').split('{{')[0]!.trim(),
  )
  await page.goto('/UserCenterAccountLog')
  await expect(page).toHaveURL('/UserCenterAccountLog?logType=DISTRIBUTION')
  await expect(type).toHaveValue('DISTRIBUTION')
})

test('a country is found by typing; China stands first, and its regions are named as parts of it', async ({
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

test('a double click opens one dialog; a click beside it closes it and restores the focus', async ({
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

test('columns that were hidden stay hidden on this computer, and come back together', async ({
  page,
  open,
  t,
}) => {
  await open(page)
  const head = page.getByRole('columnheader', {
    name: t('resources.subAccounts.fields.usableVoiceNum'),
  })
  await expect(head).toBeVisible()
  await page.getByRole('button', { name: t('crud.list.columns') }).click()
  await page
    .getByRole('checkbox', { name: t('resources.subAccounts.fields.usableVoiceNum') })
    .uncheck()
  await expect(head).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: t('fields.account') })).toBeVisible()
  await expect(head).toHaveCount(0)
  await page.getByRole('button', { name: t('crud.list.columns') }).click()
  await page.getByRole('button', { name: t('crud.list.allColumns') }).click()
  await expect(head).toBeVisible()
})

test('the export holds exactly what is filtered, opens in Excel with Chinese intact, and runs nothing', async ({
  page,
  open,
  t,
  toast,
}) => {
  await open(page)
  await page.getByRole('search').getByLabel(t('fields.account')).fill('ang')
  await expectTotal(page, t, 3)
  await press(page, t, t('crud.actions.edit'), 'wangfang')
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
  const [head, ...lines] = text.slice(1).trimEnd().split('\r\n')
  expect(head).toBe(
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
  expect(lines.map((line) => line.split(',')[0])).toEqual(await accounts(page))
  expect(lines.find((line) => line.startsWith('wangfang'))).toContain(
    `"'=HYPERLINK(""//x.cn"",""王芳"")"`,
  )
})

test('an export of many pages holds every row once, and can be stopped', async ({
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

test('a list that can’t be loaded says why, names the request, and loads when asked again', async ({
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

test('rows that can’t be refreshed stay, marked as stale', async ({
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
  expect(await accounts(page)).toHaveLength(10)
})

test('a change that fails is undone on the screen and reported', async ({
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
