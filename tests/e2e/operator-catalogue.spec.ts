/**
 * Operators' pages on catalogue and site content: previews, conflicts, pictures and scheduled
 * announcements.
 */
import type { Page } from '@playwright/test'
import { customerService } from '#contract/site.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { operatorMessages, signIn } from '#tests/e2e/support/operators.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const operatorText = operatorMessages('en')
const field = (subject: string, name: string) => operatorText(`resources.${subject}.fields.${name}`)

/** Opens the form of the row that contains the text. */
async function edit(page: Page, text: string) {
  const row = page.getByRole('row').filter({ hasText: text }).first()
  await row.getByRole('button', { name: /^Edit: / }).click()
  return page.getByRole('dialog')
}

test('the preview of a price is what customers see after saving, and a loss is refused', async ({
  page,
  newBrowser,
}) => {
  await page.goto('/operator/packages')
  await signIn(page, 'en')
  const form = await edit(page, 'Standard')
  const preview = form.getByRole('region', { name: operatorText('catalogue.preview.title') })
  const price = form.getByRole('textbox', { name: field('packages', 'salePrice') })
  await price.fill('98')
  await expect(preview).toContainText(
    'Package “Standard” (ID 2) would sell 1,000,000 characters for ¥98.00',
  )
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.locator('.form-note[data-tone=danger]').first()).toContainText('¥98.00')
  await expect(price).toHaveValue('98.00')

  await price.fill('109.9')
  await form.getByRole('textbox', { name: field('packages', 'enName') }).fill('Basic')
  const cards = preview.locator('figure[data-card=price]')
  await expect(cards.first()).toContainText('¥109.90')
  await expect(preview).not.toContainText(operatorText('catalogue.preview.refused'))
  await expect(cards.last()).toContainText('Basic')
  const previews = await Promise.all(
    [cards.first(), cards.last()].map((card) =>
      card.locator(':scope > :not(figcaption)').allTextContents(),
    ),
  )
  await expectAccessibleInBothThemes(page, 'the form of a package', 'dialog[open]')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'Basic' })).toContainText('¥109.90')

  const visitor = await (await newBrowser()).newPage()
  for (const [at, path] of ['/price?lang=zh', '/price?lang=en'].entries()) {
    await visitor.goto(path)
    const card = visitor.locator('.package').first()
    for (const text of previews[at]!) await expect(card).toContainText(text)
  }
})

test('a concurrent edit is refused, keeps the input and shows the difference', async ({
  page,
  context,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/changedElsewhere/)
  await page.goto('/operator/packages')
  await signIn(page, 'en')
  const form = await edit(page, 'Premium')
  const other = await context.newPage()
  await other.goto('/operator/packages')
  const otherForm = await edit(other, 'Premium')
  await otherForm.getByRole('textbox', { name: field('packages', 'enName') }).fill('Supreme')
  await otherForm.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(otherForm).toBeHidden()

  const name = form.getByRole('textbox', { name: field('packages', 'enName') })
  await name.fill('Superior')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByRole('button', { name: /latest/i }).click()
  await expect(name).toHaveValue('Superior')
  await expect(form).toContainText('Supreme')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Superior' })).toBeVisible()
})

test('the length of a package by time is shown beside its minutes, and a long name stays in its column', async ({
  page,
}) => {
  await page.goto('/operator/packages')
  await signIn(page, 'en')
  const form = await edit(page, 'Standard, monthly')
  const minutes = form.getByRole('spinbutton', { name: field('packages', 'num') })
  await expect(minutes).toHaveValue('43200')
  await expect(form.getByText('30 days', { exact: true })).toBeVisible()
  await minutes.fill('1561')
  await expect(form.getByText('1 day 2 hours 1 minute', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await page.locator('main header').getByRole('button').click()
  await minutes.fill('1440')
  await expect(form.getByText('1 day', { exact: true })).toBeHidden()
  await form.getByLabel(field('packages', 'translationBillingMode')).selectOption('time')
  await expect(form.getByText('1 day', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await edit(page, 'Premium')
  await form.getByRole('textbox', { name: field('packages', 'name') }).fill('超'.repeat(200))
  await form.getByRole('textbox', { name: field('packages', 'enName') }).fill('W'.repeat(200))
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  const cell = page.getByRole('cell').filter({ hasText: 'WWW' })
  for (const width of [1440, 1200]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(cell).toBeVisible()
    const overflow = () =>
      cell.evaluate((element) => {
        const { right } = element.getBoundingClientRect()
        const texts = [...element.querySelectorAll('span')]
        return Math.max(...texts.map((text) => text.getBoundingClientRect().right - right))
      })
    await expect.poll(overflow).toBeLessThanOrEqual(0)
  }
})

/** A red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

test('a contact’s picture is uploaded, validated, shown to visitors and removed', async ({
  page,
  product,
}) => {
  await page.goto('/operator/support-contacts')
  await signIn(page, 'en')
  const form = await edit(page, 'yiqiao-sales')
  const chooser = form.locator('input[type=file]')
  await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('text') })
  await expect(form.getByRole('alert')).toContainText('PNG or JPEG')
  await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png })
  await expect(form.getByRole('alert')).toBeHidden()
  await expect(form.getByRole('img')).toHaveAttribute('src', /^data:image\/png/)
  await expectAccessibleInBothThemes(page, 'the form of a contact', 'dialog[open]')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  const url = `data:image/png;base64,${png.toString('base64')}`
  await expect(page.locator(`tbody img[src="${url}"]`)).toBeVisible()
  const shown = async () => {
    const response = await page.request.get(`${product.origin}/api${customerService.list.path}`)
    return await response.text()
  }
  expect(await shown()).toContain(url)

  const again = await edit(page, 'yiqiao-sales')
  await again.getByRole('button', { name: 'Remove picture' }).click()
  await again.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(again).toBeHidden()
  await expect.poll(shown).not.toContain(url)
})

test('an announcement is scheduled by typing its time, edited and withdrawn', async ({ page }) => {
  await page.goto('/operator/announcements')
  await signIn(page, 'en')
  const create = operatorText('resources.announcements.actions.create')
  await page.locator('main header').getByRole('button', { name: create }).click()
  const form = page.getByRole('dialog')
  const input = (name: string) => form.getByLabel(field('announcements', name))
  for (const name of ['title', 'content', 'enTitle', 'enContent'])
    await input(name).fill(`Maintenance ${name}`)
  await input('publishDateTime').click()
  await page.keyboard.type('2098-1-2 8:30')
  await expect(form.locator('.ant-picker-dropdown').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(input('publishDateTime')).toHaveValue('2098-01-02 08:30:00')
  await expectAccessibleInBothThemes(page, 'the form of an announcement', 'dialog[open]')
  await form
    .getByRole('button', { name: operatorText('resources.announcements.save.create'), exact: true })
    .click()
  await expect(
    page.getByText(operatorText('resources.announcements.done.create'), { exact: true }),
  ).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Maintenance enTitle' })
  await expect(row).toContainText(operatorText('resources.announcements.values.state.scheduled'))
  await expect(row).toContainText('2098-01-02 08:30:00')

  await row.getByRole('button', { name: /^Edit: / }).click()
  await input('enTitle').fill('Maintenance later')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const changed = page.getByRole('row').filter({ hasText: 'Maintenance later' })
  await changed.getByRole('button', { name: /^Withdraw: / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(changed).toContainText(
    operatorText('resources.announcements.values.state.withdrawn'),
  )
  await expect(changed.getByRole('button', { name: /^Edit: / })).toBeHidden()
})
