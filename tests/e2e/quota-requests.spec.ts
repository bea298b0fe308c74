/** A sub-account without quota asks for it while it translates; the main account grants it. */
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { balancesOf, callOrThrow, subAccountName } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

for (const { lang, locale, text, target, translated } of [
  { lang: 'zh', locale: 'zh-CN', text: '你好', target: '英语', translated: 'Hello' },
  { lang: 'en', locale: 'en-US', text: 'Hello', target: 'simplified', translated: '你好' },
] as const)
  test.describe(lang, () => {
    test.use({ lang, locale })

    test('a sub-account asks while it translates, gets another amount, and translates the same text', async ({
      page,
      open,
      t,
      toast,
      product,
      newBrowser,
    }) => {
      test.slow()
      const owner = await product.caller(demoAccounts.demo)
      const sub = await product.caller(subAccountName)
      const { userId } = await callOrThrow(owner, users.get, {})
      await callOrThrow(owner, users.changeAutoDistribution, { userId, autoDistribution: 0 })
      const { usableCharNum, usableVoiceNum, usableImageNum } = await balancesOf(sub)
      await callOrThrow(owner, subAccounts.reclaim, {
        childUserId: (await callOrThrow(sub, users.get, {})).userId,
        changeCharNum: usableCharNum,
        changeVoiceNum: usableVoiceNum,
        changeImageNum: usableImageNum,
      })

      await open(page, '/UserCenterIndex')
      await expect(page.locator('.bell')).toBeVisible()
      const subPage = await (await newBrowser()).newPage()
      await open(subPage, '/UserCenterChangeTranslateTest', 'demosub')
      await subPage.getByRole('button', { name: new RegExp(`^${t('translate.to')}`) }).click()
      await subPage.getByRole('combobox', { name: t('translate.search') }).fill(target)
      await expect(subPage.getByRole('option').first()).toBeVisible()
      await subPage.keyboard.press('Enter')
      const source = subPage.getByRole('textbox', { name: t('translate.text') })
      await source.fill(text)
      await source.press('Control+Enter')
      await subPage.getByRole('button', { name: t('quotaRequests.ask') }).click()
      const dialog = subPage.getByRole('dialog', { name: t('quotaRequests.ask') })
      await expect(dialog.getByLabel(t('resources.quotaRequests.fields.charNum'))).not.toHaveValue(
        '',
      )
      await dialog.getByLabel(t('resources.quotaRequests.fields.charNum')).fill('20000')
      await dialog.getByLabel(t('resources.quotaRequests.fields.reason')).fill('A large customer')
      await expectAccessible(subPage, 'asking for quota')
      await dialog.getByRole('button', { name: t('quotaRequests.send') }).click()
      await expect(toast(subPage)).toContainText(t('quotaRequests.sent'))
      await expect(dialog).toBeHidden()
      await expect(subPage.getByRole('button', { name: t('quotaRequests.ask') })).toHaveCount(0)
      await expect(source).toHaveValue(text)

      await expect(page.getByText(t('overview.needs.requests', { count: 1 }))).toBeVisible()
      await page.locator('.bell').click()
      const notices = page.getByRole('region', { name: t('inbox.list') })
      await expect(notices.getByRole('listitem').first()).toContainText('A large customer')
      await notices
        .getByRole('link', { name: t('inbox.goTo.quotaAsked') })
        .first()
        .click()
      await expect(page).toHaveURL('/UserCenterQuotaRequests?state=open')
      const row = page.locator('tbody').getByRole('row').filter({ hasText: subAccountName })
      await expect(row).toContainText('20,000')
      await expectAccessible(page, 'requests for quota')
      await row
        .getByRole('button', { name: new RegExp(t('resources.quotaRequests.actions.grantOther')) })
        .click()
      const form = page.getByRole('dialog')
      const amount = form.getByLabel(t('resources.quotaRequests.fields.charNum'))
      await expect(amount).toHaveValue(/20,?000/)
      await amount.fill('30000')
      await expect(form.locator('.form-preview')).toContainText('0 → 30,000')
      await form.getByLabel(t('resources.quotaRequests.fields.answer')).fill('Good luck')
      await form
        .getByRole('button', { name: t('resources.quotaRequests.save.grantOther'), exact: true })
        .click()
      await expect(toast(page)).toContainText(t('resources.quotaRequests.done.grantOther'))
      await expect(row).toHaveCount(0)
      await expect(page.getByText(t('resources.quotaRequests.emptyWith.state.open'))).toBeVisible()

      await expect(toast(subPage)).toContainText('30,000')
      expect((await balancesOf(sub)).usableCharNum).toBe(30_000)
      await source.press('Control+Enter')
      await expect(
        subPage.getByRole('region', { name: t('translate.result'), exact: true }),
      ).toContainText(translated)
      await subPage.goto('/UserCenterQuotaRequests')
      const own = subPage.locator('tbody').getByRole('row').first()
      await expect(own).toContainText(t('resources.quotaRequests.values.state.granted'))
      await expect(own).toContainText('30,000')
    })
  })
