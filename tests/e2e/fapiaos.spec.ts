/** A fapiao from request to file: the owner asks, an operator issues it, owner and accountant download it. */
import { readFile } from 'node:fs/promises'
import { fapiaos, fapiaoTitles } from '#contract/fapiaos.ts'
import { customerFapiaos } from '#contract/operator/fapiaos.ts'
import { orders } from '#contract/orders.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { addOperator, operatorSecret } from '#tests/support/actors/operators.ts'
import { password } from '#tests/support/actors/people.ts'
import { fapiaoContents, newFapiaoNumber, sendForm, taxNo } from '#tests/support/actors/fapiaos.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { payOrders } from '#tests/e2e/support/checkout.ts'
import { operatorMessages, signIn } from '#tests/e2e/support/operators.ts'
import { callOrThrow, subAccountName } from '#tests/e2e/support/quota.ts'
import { giveRole } from '#tests/e2e/support/roles.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Product } from '#tests/support/server/product.ts'

/** By another operator, through the API. */
async function correctNumber(product: Product, fapiaoNo: string, number: string) {
  const operator = await product.operator('finance')
  const { rows } = await callOrThrow(operator, customerFapiaos.page, { number: fapiaoNo })
  const { ownerId, id } = rows[0]!
  const { version, issueDate } = await callOrThrow(operator, customerFapiaos.get, { ownerId, id })
  const corrected = { ownerId, id, version, which: 'fapiao', number, date: issueDate!, reason: 'x' }
  expect(await sendForm(product, operator, customerFapiaos.correct, corrected)).toMatchObject({
    success: true,
  })
}

test('the owner asks for two orders, an operator issues and corrects it, the owner downloads it', async ({
  page,
  open,
  t,
  product,
  lang,
  newBrowser,
}) => {
  test.slow()
  const { buyer } = await payOrders(product, ['WC_NATIVE', 'WC_LIAN'])
  await open(page, '/UserCenterFapiaos', 'freeuser')
  await page
    .getByRole('button', { name: t('resources.fapiaos.actions.ask'), exact: true })
    .first()
    .click()

  // Without a title, one is added first.
  const title = page.getByRole('dialog', { name: t('fapiaos.addTitle') })
  await expect(title).toContainText(t('fapiaos.ask.noTitle'))
  const field = (name: string) =>
    title.getByLabel(t(`resources.fapiaoTitles.fields.${name}`), { exact: false })
  await field('name').fill('Example Ltd')
  await field('taxNo').fill(`${taxNo.slice(0, -1)}4`)
  await field('email').fill('finance@customer.example')
  const addTitle = title.getByRole('button', { name: t('fapiaos.addTitle'), exact: true })
  await addTitle.click()
  const taxNoLabel = t('resources.fapiaoTitles.fields.taxNo')
  await expect(title).toContainText(t('rules.creditCheck', { field: taxNoLabel }))
  await field('taxNo').fill(taxNo.toLowerCase())
  await addTitle.click()

  const dialog = page.getByRole('dialog', { name: t('fapiaos.ask.title') })
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expect(dialog).toContainText('¥198.00')
  await expectAccessibleInBothThemes(page, 'asking for a fapiao', 'dialog[open]')
  await dialog.getByRole('button', { name: t('fapiaos.ask.submit', { amount: '¥198.00' }) }).click()
  await expect(dialog).toBeHidden()
  const { rows: bought } = await callOrThrow(buyer, orders.page, { payStatus: 'P' })
  expect(bought.map(({ fapiaoState }) => fapiaoState)).toEqual(['asked', 'asked'])

  const operatorPage = await (await newBrowser()).newPage()
  const operatorText = operatorMessages(lang)
  const { email } = await addOperator(product, 'finance')
  await operatorPage.goto('/operator/customer-fapiaos')
  await signIn(operatorPage, lang, 0, { email, password, secret: operatorSecret })
  const waiting = operatorPage.locator('tbody').getByRole('row').filter({ hasText: 'Example Ltd' })
  await waiting
    .getByRole('button', { name: operatorText('resources.customerFapiaos.actions.handle') })
    .click()
  const drawer = operatorPage.getByRole('dialog', { name: operatorText('fapiao.title') })
  await expect(drawer).toContainText(taxNo)
  await drawer.getByRole('button', { name: operatorText('fapiao.take') }).click()
  const issue = drawer.getByRole('button', {
    name: operatorText('fapiao.issue', { amount: '¥198.00' }),
  })
  await expect(issue).toBeDisabled()
  const fapiaoNo = newFapiaoNumber()
  await drawer
    .getByLabel(operatorText('resources.customerFapiaos.fields.fapiaoNo'), { exact: false })
    .fill(fapiaoNo)
  await expect(drawer.locator('input[type=file]')).toBeHidden()
  await drawer.locator('input[type=file]').setInputFiles({
    name: 'fapiao.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(fapiaoContents.pdf),
  })
  await expectAccessibleInBothThemes(operatorPage, 'issuing a fapiao', 'dialog[open]')
  await issue.click()
  await expect(drawer).toBeHidden()
  await expect(waiting).toContainText(operatorText('resources.customerFapiaos.values.state.issued'))

  // The number was typed wrongly, then the fapiao was recorded crosswise with that of the demo.
  const startCorrection = async () => {
    await waiting
      .getByRole('button', { name: operatorText('resources.customerFapiaos.actions.show') })
      .click()
    await drawer.getByRole('button', { name: operatorText('fapiao.correct') }).click()
  }
  const fill = (key: string, value: string) =>
    drawer.getByRole('textbox', { name: operatorText(key) }).fill(value)
  const save = drawer.locator('button[type=submit]')
  const correctedNo = newFapiaoNumber()
  await startCorrection()
  await fill('resources.customerFapiaos.fields.fapiaoNo', correctedNo)
  await fill('resources.customerFapiaos.fields.reason', 'one digit was wrong')
  await expectAccessibleInBothThemes(operatorPage, 'correcting a fapiao', 'dialog[open]')

  // Another operator corrects it meanwhile: what was typed stays, beside what is recorded now.
  const elsewhereNo = newFapiaoNumber()
  await correctNumber(product, fapiaoNo, elsewhereNo)
  await save.click()
  await drawer.getByRole('button', { name: t('crud.form.loadLatest') }).click()
  await expect(drawer).toContainText(t('crud.form.latestLoaded'))
  await expect(drawer).toContainText(t('crud.form.latestIs', { value: elsewhereNo }))
  await save.click()
  await expect(drawer).toBeHidden()
  await expect(waiting).toContainText(correctedNo)

  const demo = await product.caller(demoAccounts.demo)
  const [other] = (await callOrThrow(demo, fapiaos.calls.page, { state: 'issued' })).rows
  await startCorrection()
  await drawer.getByRole('radio', { name: operatorText('fapiao.exchange') }).check()
  await fill('fapiao.otherNumber', other!.fapiaoNo!)
  await fill('resources.customerFapiaos.fields.reason', 'recorded crosswise')
  await save.click()
  await expect(drawer.getByRole('alert').first()).toContainText(correctedNo)
  await drawer.getByRole('radio', { name: operatorText('fapiao.exchangeScopes.numbers') }).check()
  await save.click()
  await expect(drawer).toBeHidden()
  await expect(waiting).toContainText(other!.fapiaoNo!)

  await open(page, '/UserCenterFapiaos', 'freeuser')
  const row = page.locator('tbody').getByRole('row').filter({ hasText: 'Example Ltd' })
  await expect(row).toContainText(t('resources.fapiaos.values.state.issued'))
  await row.getByRole('button', { name: t('resources.fapiaos.actions.details') }).click()
  const details = page.getByRole('dialog', { name: t('fapiaos.details.title') })
  await expect(details).toContainText(t('fapiaos.details.events.issued'))
  const downloading = page.waitForEvent('download')
  await details.getByRole('button', { name: t('fapiaos.details.download') }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`fapiao-${other!.fapiaoNo!}.pdf`)
  expect(await readFile(await download.path(), 'utf8')).toBe(fapiaoContents.pdf)
  expect((await callOrThrow(buyer, fapiaoTitles.calls.page, {})).total).toBe(1)
})

test('an accountant sees the fapiao of the main account and asks for the rest', async ({
  page,
  open,
  t,
  product,
}) => {
  await giveRole(product, 'accountant')
  await open(page, '/UserCenterFapiaos', subAccountName)
  const rows = page.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: t('resources.fapiaos.actions.ask'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('fapiaos.ask.title') })
  await dialog.locator('button[type=submit]').click()
  await expect(dialog).toBeHidden()
  await expect(rows).toHaveCount(3)
})
