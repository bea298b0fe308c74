/** The generated page of a collection, in the product built with the test collection `terms`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test as base, expect, type Page } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import { sessionKeys } from '#client/storage.ts'
import { messagesIn } from '#tests/e2e/support/messages.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { buildWithTerms } from '#tests/support/browser/terms/build.ts'

const outDir = 'test-results/with-terms'
const program = 'tests/support/server/programs/product-with-terms.ts'
const root = fileURLToPath(new URL('../..', import.meta.url))
const t = messagesIn('en')

type Started = { origin: string; sk: string; userId: string | number }

const test = base.extend<object, { started: Started }>({
  started: [
    async ({}, use) => {
      await buildWithTerms(outDir)
      const child = spawn(process.execPath, [program, outDir], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [first] = (await Promise.race([
        once(child.stdout, 'data'),
        once(child, 'exit').then(() => Promise.reject(new Error('The product has not started.'))),
      ])) as [Buffer]
      await use(JSON.parse(first.toString()) as Started)
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ started }, use) => use(started.origin),
})

// All tests share one build and one database.
test.describe.configure({ mode: 'default' })

async function open(page: Page, { sk, userId }: Started) {
  await page.addInitScript(
    ([secret, user]) => {
      localStorage.setItem('lang', 'en')
      sessionStorage.setItem(secret[0], secret[1])
      sessionStorage.setItem(user[0], user[1])
    },
    [
      [sessionKeys.sk, sk],
      [sessionKeys.userId, String(userId)],
    ] as const,
  )
  await page.goto('/UserCenterTerms')
  await expect(page.getByRole('heading', { level: 1, name: 'terms' })).toBeVisible()
}
const headerRow =
  '\uFEFFsourceTerm of terms,targetTerm of terms,sourceLangCode of terms,caseSensitive of terms,note of terms'
const csv = (rows: readonly string[]) => Buffer.from([headerRow, ...rows].join('\r\n'))
const expectTotal = (page: Page, count: number) =>
  expect(
    page.getByText(
      t('crud.pager.total', { count, shown: new Intl.NumberFormat('en').format(count) }),
      { exact: true },
    ),
  ).toBeVisible()

async function chooseFile(page: Page, name: string, buffer: Buffer) {
  const dialog = page.getByRole('dialog')
  await dialog.locator('[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await expect(dialog.getByRole('button', { name: t('crud.import.check') })).toBeFocused()
}

test('a file of 10,000 rows is imported with the keyboard, searched and exported', async ({
  page,
  started,
}) => {
  await open(page, started)
  await page.getByRole('button', { name: t('crud.import.action') }).press('Enter')
  await expectAccessible(page, 'the page of a collection')
  const rows = Array.from({ length: 10_000 }, (_, n) => `cloud ${n},云 ${n},English,Yes,`)
  await chooseFile(page, 'terms.csv', csv(rows))
  await page.keyboard.press('Enter')
  const start = page.getByRole('button', {
    name: t('crud.import.start', { count: 10_000, shown: '10,000' }),
  })
  await expect(start).toBeFocused({ timeout: 60_000 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 60_000 })
  await expectTotal(page, 10_000)

  await page.getByRole('searchbox').fill('cloud 9999')
  await expectTotal(page, 1)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('crud.export.action') }).click(),
  ])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const [head, ...lines] = Buffer.concat(chunks).toString().split('\r\n')
  expect(head).toContain(headerRow)
  expect(lines).toEqual(['cloud 9999,云 9999,English,Yes,,', ''])
})

test('a file with errors imports nothing and reports each error with its row number', async ({
  page,
  started,
}) => {
  await open(page, started)
  await page.getByRole('button', { name: t('crud.import.action') }).click()
  const dialog = page.getByRole('dialog')
  await chooseFile(
    page,
    'wrong.csv',
    csv(['a,b,English,Yes,', '', ',b,English,Yes,', 'c,d,Elvish,Yes,', 'e,f,English,perhaps,']),
  )
  await dialog.getByRole('button', { name: t('crud.import.check') }).click()
  const problems = dialog.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(problems).toHaveCount(3)
  await expect(problems.nth(0)).toContainText('4')
  await expect(problems.nth(1)).toContainText('Elvish')
  await expect(problems.nth(2)).toContainText('must be one of: Yes, No')
  await expectAccessible(page, 'the page of a collection')

  // The server reports duplicates within the file.
  await dialog.getByRole('button', { name: t('crud.import.again') }).click()
  await chooseFile(page, 'twice.csv', csv(['one,x,en,,', 'two,x,en,,', 'one,y,en,,']))
  await dialog.getByRole('button', { name: t('crud.import.check') }).click()
  await expect(problems).toHaveCount(1)
  await expect(problems).toContainText('(row 2)')

  await page.keyboard.press('Escape')
  await dialog
    .last()
    .getByRole('button', { name: t('crud.form.discard') })
    .click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('searchbox').fill('two')
  await expectTotal(page, 0)
})

test('a cancelled import can be retried and adds its rows once', async ({ page, started }) => {
  await open(page, started)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: t('crud.import.action') }).click()
  await chooseFile(page, 'again.csv', csv(['again 1,x,en,,', 'again 2,x,en,,']))
  await page.keyboard.press('Enter')
  const start = page.getByRole('button', {
    name: t('crud.import.start', { count: 2, shown: '2' }),
  })
  await expect(start).toBeFocused()
  // The server adds the rows, but the response is lost.
  let isResponseLost = true
  await page.route('**/api/terms/import', async (route) => {
    const response = await route.fetch()
    if (!isResponseLost) await route.fulfill({ response })
  })
  await start.click()
  await dialog.getByRole('button', { name: t('crud.import.cancel') }).click()
  await expect(dialog.getByText(t('crud.import.cancelled'))).toBeVisible()
  isResponseLost = false
  await start.click()
  await expect(dialog).toHaveCount(0)
  await page.unroute('**/api/terms/import')
  await page.getByRole('searchbox').fill('again')
  await expectTotal(page, 2)
})

test('a row is added, edited and deleted, and a saved view keeps the filters', async ({
  page,
  started,
}) => {
  await open(page, started)
  await page.getByRole('button', { name: 'Add terms' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('sourceTerm of terms').fill('bridge')
  await form.getByLabel('targetTerm of terms').fill('桥')
  await form.getByRole('button', { name: /sourceLangCode of terms/ }).click()
  await page.getByRole('option', { name: 'English', exact: false }).first().waitFor()
  await page.keyboard.type('English')
  await page
    .getByRole('option', { name: /^English/ })
    .first()
    .click()
  await form.getByLabel('price of terms').fill('1,234.5')
  await form.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(form).toHaveCount(0)

  // Bounds in the wrong order are swapped.
  const from = page.getByLabel(t('crud.filter.from', { field: 'price of terms' }))
  const to = page.getByLabel(t('crud.filter.to', { field: 'price of terms' }))
  await from.fill('1234.51')
  await from.press('Enter')
  await expectTotal(page, 0)
  await to.fill('¥1,000')
  await to.press('Enter')
  await expectTotal(page, 1)
  await expect(from).toHaveValue('1,000.00')
  await expect(page).toHaveURL(/priceBegin=100000&priceEnd=123451/)
  await page.getByRole('button', { name: t('crud.filter.clear') }).click()
  await expect(from).toHaveValue('')

  await page.getByRole('searchbox').fill('bridge')
  await expectTotal(page, 1)
  await page.getByRole('button', { name: t('crud.views.label'), exact: true }).click()
  await page.getByRole('button', { name: t('crud.views.create') }).click()
  await form.getByLabel(t('crud.views.name')).fill('Bridges')
  await form.getByLabel(t('crud.views.asDefault')).check()
  await form.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(form).toHaveCount(0)
  await page.goto('/UserCenterChild')
  await page.goto('/UserCenterTerms')
  await expect(page.getByRole('searchbox')).toHaveValue('bridge')
  await expectTotal(page, 1)

  const row = page.getByRole('row').filter({ hasText: 'bridge' })
  await row.getByRole('button', { name: /^Edit/ }).click()
  await form.getByLabel('targetTerm of terms').fill('桥梁')
  await form.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(row).toContainText('桥梁')
  await expectAccessible(page, 'the page of a collection')
  await row.getByRole('button', { name: /^Delete/ }).click()
  await form.getByRole('button', { name: /^Delete/ }).click()
  await expectTotal(page, 0)
})
