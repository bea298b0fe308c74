/** Search for one of many sub-accounts in the filter of the translation log. */
import { sql } from 'drizzle-orm'
import { maxNames } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { callOrThrow } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const lastAccount = `crowd${maxNames}`

test('a sub-account beyond the list limit is found by typing, with keyboard and mouse', async ({
  page,
  open,
  t,
  product,
}) => {
  const { userId } = await callOrThrow(await product.caller(demoAccounts.demo), users.get, {})
  const { db } = product.services
  await db.execute(
    sql`insert into users (owner_id, user_id, account, password_hash)
      select ${userId}::bigint, 900000 + n, 'crowd' || n, 'x' from generate_series(1, ${maxNames}) n`,
  )
  await db.execute(
    sql`insert into balances (owner_id, user_id)
      select ${userId}::bigint, 900000 + n from generate_series(1, ${maxNames}) n`,
  )
  await open(page, '/UserCenterChangeTranslateLog')
  const picker = page.locator('.picker').first()
  await expect(picker).toHaveText(t('crud.person.oneself'))
  await picker.press('Enter')
  const search = page.getByRole('combobox', { name: t('crud.person.search') })
  await expect(search).toBeFocused()
  await search.fill('angfan')
  await expect(page.locator('.popover').getByRole('option')).toHaveText(['wangfang'])
  await page.keyboard.press('Enter')
  await expect(picker).toHaveText('wangfang')
  await expect(page).toHaveURL(/childUserId=\d+/)
  await expect(page.locator('.chips')).toContainText('wangfang')

  await picker.click()
  await search.fill('nobodyhere')
  await expect(page.getByText(t('crud.picker.none', { query: 'nobodyhere' }))).toBeVisible()
  await search.fill(lastAccount)
  await page.locator('.popover').getByRole('option', { name: lastAccount, exact: true }).click()
  await expect(picker).toHaveText(lastAccount)
  await expect(page.getByRole('main')).toContainText(t('crud.list.unmatched'))

  await picker.click()
  await page
    .locator('.popover')
    .getByRole('option', { name: t('crud.person.everybody'), exact: true })
    .click()
  await expect(page.locator('.rows tbody tr').first()).toBeVisible()
})
