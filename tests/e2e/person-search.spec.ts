/** Finding one of many sub-accounts in the translation log's filter, as a person does it. */
import { sql } from 'drizzle-orm'
import { maxNames } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { ask } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const last = `crowd${maxNames}`

test('among more sub-accounts than a list holds, one is found by typing, by keyboard and by pointer', async ({
  page,
  open,
  t,
  product,
}) => {
  const { userId } = await ask(await product.caller(demoAccounts.demo), users.get, {})
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
  const chosen = page.locator('.picker').first()
  await expect(chosen).toHaveText(t('crud.person.oneself'))
  await chosen.press('Enter')
  const search = page.getByRole('combobox', { name: t('crud.person.search') })
  await expect(search).toBeFocused()
  await search.fill('angfan')
  await expect(page.locator('.popover').getByRole('option')).toHaveText(['wangfang'])
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveText('wangfang')
  await expect(page).toHaveURL(/childUserId=\d+/)
  await expect(page.locator('.chips')).toContainText('wangfang')

  await chosen.click()
  await search.fill('nobodyhere')
  await expect(page.getByText(t('crud.picker.none', { query: 'nobodyhere' }))).toBeVisible()
  await search.fill(last)
  await page.locator('.popover').getByRole('option', { name: last, exact: true }).click()
  await expect(chosen).toHaveText(last)
  await expect(page.getByRole('main')).toContainText(t('crud.list.unmatched'))

  await chosen.click()
  await page
    .locator('.popover')
    .getByRole('option', { name: t('crud.person.everybody'), exact: true })
    .click()
  await expect(page.locator('.rows tbody tr').first()).toBeVisible()
})
