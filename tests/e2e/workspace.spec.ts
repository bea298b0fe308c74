/** Workspaces (spec 2.38): groups by role, contacts by keyboard, and invitations. */
import { spaces } from '#contract/workspace.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { tabTo as tabToFirst } from '#tests/e2e/support/keyboard.ts'
import { confirmationName, rowOf } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'

const address = '/UserWorkSpace'
/** Workspaces of the demo, a contact in the first, and a workspace with a pending invitation. */
const ownSpace = '拉美客户'
const sharedSpace = '货代与物流'
const contactName = 'Tomás Aguirre'
const invitingSpace = '德国经销商'

const side = (page: Page): Locator => page.locator('.workspace')
const group = (page: Page, name: string): Locator =>
  side(page).getByRole('region', { name, exact: true })
const spaceButton = (page: Page, name: string): Locator =>
  side(page).locator('.space', { hasText: name })

test('a workspace is created, filled and deleted with the keyboard alone', async ({
  page,
  open,
  t,
  toast,
}) => {
  test.slow()
  await open(page, address)
  await expect(rowOf(page, contactName)).toBeVisible()
  const keys = page.keyboard
  const tabTo = async (target: Locator) => {
    await expect(target).toHaveCount(1)
    await tabToFirst(page, target)
  }
  const dialog = page.getByRole('dialog')

  await tabTo(page.getByRole('button', { name: t('workspace.create.action') }))
  await keys.press('Enter')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await keys.press('Enter')
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/\S/)
  await keys.type('Nordics')
  await keys.press('Enter')
  await expect(toast(page)).toContainText(t('workspace.create.done'))
  await expect(spaceButton(page, 'Nordics')).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText(t('resources.contacts.empty'))).toBeVisible()

  const add = page
    .locator('.page-actions')
    .getByRole('button', { name: t('resources.contacts.actions.create') })
  await add.focus()
  await keys.press('Enter')
  await expect(dialog.getByRole('textbox').first()).toBeFocused()
  await keys.type('Astrid Lund')
  await keys.press('Tab')
  await keys.type('astrid@example.com')
  const tags = dialog.locator('.tags-input input')
  await tabTo(tags)
  await keys.type('VIP')
  await keys.press('Enter')
  await keys.type('fair,oslo,')
  await keys.press('Backspace')
  await expect(dialog.locator('.tags-input .tag')).toHaveText(['VIP', 'fair'])
  await tabTo(dialog.getByRole('button', { name: t('crud.form.save') }))
  await keys.press('Enter')
  await expect(rowOf(page, 'Astrid Lund')).toContainText('fair')
  await expect(spaceButton(page, 'Nordics')).toContainText(
    t('workspace.contacts', { count: 1, shown: 1 }),
  )

  await tabTo(
    side(page).getByRole('button', {
      name: t('workspace.of', { action: t('workspace.remove.action'), name: 'Nordics' }),
      exact: true,
    }),
  )
  await keys.press('Enter')
  await expect(
    page.getByRole('dialog', {
      name: confirmationName(
        t('workspace.remove.question', { name: 'Nordics', count: 1, shown: 1 }),
      ),
    }),
  ).toBeVisible()
  await tabTo(dialog.getByRole('button', { name: t('workspace.remove.action') }))
  await keys.press('Enter')
  await expect(spaceButton(page, 'Nordics')).toHaveCount(0)
  await expect(spaceButton(page, ownSpace)).toHaveAttribute('aria-current', 'true')
})

test('an invited user is notified at once, joins, adds a contact and leaves; a deletion shows at once', async ({
  page,
  open,
  newBrowser,
  t,
  toast,
  product,
}) => {
  test.slow()
  const guest = await (await newBrowser()).newPage()
  let streams = 0
  guest.on('response', (response) => response.url().includes('/notice/openSse/') && streams++)
  await open(guest, address, 'monthly')
  await expect.poll(() => streams).toBe(1)
  await open(page, address)
  await expect(rowOf(page, contactName)).toBeVisible()

  const invite = async (name: string) => {
    await page.getByRole('button', { name: t('workspace.invite.action') }).click()
    await page.getByRole('dialog').getByRole('textbox').fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await invite('nobody@example.com')
  await invite('monthly@example.com')
  await expect(group(page, t('workspace.invite.open', { count: 3 }))).toContainText(
    'monthly@example.com',
  )

  const notice = guest.getByRole('dialog')
  await expect(notice).toContainText(ownSpace)
  await notice.getByRole('button', { name: t('inbox.understood') }).click()
  await guest
    .getByRole('button', {
      name: t('workspace.of', { action: t('workspace.mine.accept'), name: ownSpace }),
      exact: true,
    })
    .click()
  await expect(rowOf(guest, contactName)).toBeVisible()
  await expect(group(guest, t('workspace.group.member'))).toContainText(ownSpace)
  await expect(toast(page)).toContainText('monthly')
  await expect(group(page, t('workspace.people.title', { count: 4 }))).toContainText('monthly')

  await guest.locator('.page-actions').getByRole('button').click()
  await guest.getByRole('dialog').getByRole('textbox').first().fill('Added by a guest')
  await guest.keyboard.press('Enter')
  await expect(rowOf(page, 'Added by a guest')).toBeVisible()

  await side(guest)
    .getByRole('button', {
      name: t('workspace.of', { action: t('workspace.leave.action'), name: ownSpace }),
      exact: true,
    })
    .click()
  await guest
    .getByRole('dialog')
    .getByRole('button', { name: t('workspace.leave.action') })
    .click()
  await expect(spaceButton(guest, ownSpace)).toHaveCount(0)
  await expect(group(page, t('workspace.people.title', { count: 3 }))).toBeVisible()
  expect(
    (await (await product.caller(demoAccounts.monthly)).call(spaces.list, {})).data.map(
      ({ name }) => name,
    ),
  ).toEqual([sharedSpace])

  const owner = await product.caller(demoAccounts.demo)
  const shortLived = (await owner.call(spaces.create, { name: 'Short-lived' })).data
  await owner.call(contacts.create, { spaceId: shortLived.id, title: 'Only here' })
  await spaceButton(page, 'Short-lived').click()
  await expect(rowOf(page, 'Only here')).toBeVisible()
  await owner.call(spaces.remove, { id: shortLived.id })
  await expect(rowOf(page, contactName)).toBeVisible()
})

test.describe('in both themes', () => {
  test('the workspace page and its dialogs pass the accessibility rules', async ({
    page,
    open,
    t,
  }) => {
    await open(page, address)
    await expect(rowOf(page, contactName)).toBeVisible()
    await expect(group(page, t('workspace.mine.title', { count: 1 }))).toContainText(invitingSpace)
    await expectAccessibleInBothThemes(page, 'workspace')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.locator('.page-actions .primary').click()
    await page.locator('.tags-input input').fill('VIP,')
    await expectAccessibleInBothThemes(page, 'the form', 'dialog[open]')
    await page.keyboard.press('Escape')
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: t('crud.form.discard') })
      .click()
    await page.getByRole('button', { name: t('workspace.invite.action') }).click()
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    await page.keyboard.press('Enter')
    await expectAccessibleInBothThemes(page, 'the invitation', 'dialog[open]')
    await page.keyboard.press('Escape')

    await test.step('going back in the history selects the former workspace', async () => {
      await spaceButton(page, sharedSpace).click()
      await expect(page).toHaveURL(/spaceId=\d+/)
      await expect(rowOf(page, 'Michael Tan')).toBeVisible()
      await page.goBack()
      await expect(rowOf(page, contactName)).toBeVisible()
    })
  })

  test('a sub-account’s workspace page passes the accessibility rules at 900 px', async ({
    page,
    open,
    t,
  }) => {
    await open(page, address, 'demosub')
    await expect(rowOf(page, '陈国栋')).toBeVisible()
    await page.setViewportSize({ width: 900, height: 900 })
    await expectAccessibleInBothThemes(page, 'workspace, narrow')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expect(side(page)).toContainText(t('workspace.group.member'))
  })
})
