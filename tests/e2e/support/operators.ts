/** Operator console in the browser: messages, and sign-in with a code. */
import { expect, type Page } from '@playwright/test'
import { formatMessage, type Lang, type MessageTree } from '#locales/messages.ts'
import { en as consoleEn, zh as consoleZh } from '#locales/console.ts'
import { en as approvalsEn, zh as approvalsZh } from '#locales/operator/approvals.ts'
import { en as catalogueEn, zh as catalogueZh } from '#locales/operator/catalogue.ts'
import { en as viewsEn, zh as viewsZh } from '#locales/operator/support-views.ts'
import { en as customersEn, zh as customersZh } from '#locales/operator/customers.ts'
import { en as shellEn, zh as shellZh } from '#locales/operator/shell.ts'
import { operatorMessageTraits } from '#contract/operator/collections.ts'
import { collectionMessages } from '#locales/collection-messages.ts'
import { en as templatesEn, zh as templatesZh } from '#locales/collection-templates.ts'
import { en as collectionsEn, zh as collectionsZh } from '#locales/operator-collections.ts'
import { en as teamEn, zh as teamZh } from '#locales/operator/team.ts'
import { en as todayEn, zh as todayZh } from '#locales/operator/today.ts'
import { demoOperator } from '#server/seed/operator.ts'
import { codeAt, codePeriodMs } from '#tests/support/actors/authenticator.ts'
import { en as logItemsEn, zh as logItemsZh } from '#locales/operator/log-items.ts'
import { en as paymentsEn, zh as paymentsZh } from '#locales/operator/payments.ts'
import { en as fapiaosEn, zh as fapiaosZh } from '#locales/operator/fapiaos.ts'
import {
  en as refundRequestsEn,
  zh as refundRequestsZh,
} from '#locales/operator/refund-requests.ts'
import { en as refundsEn, zh as refundsZh } from '#locales/operator/refunds.ts'

const messageFiles = {
  zh: [
    shellZh,
    teamZh,
    catalogueZh,
    {
      resources: collectionMessages(collectionsZh, templatesZh, operatorMessageTraits),
    } as MessageTree,
    approvalsZh,
    customersZh,
    viewsZh,
    todayZh,
    paymentsZh,
    refundsZh,
    refundRequestsZh,
    fapiaosZh,
    logItemsZh,
  ],
  en: [
    shellEn,
    teamEn,
    catalogueEn,
    {
      resources: collectionMessages(collectionsEn, templatesEn, operatorMessageTraits),
    } as MessageTree,
    approvalsEn,
    customersEn,
    viewsEn,
    todayEn,
    paymentsEn,
    refundsEn,
    refundRequestsEn,
    fapiaosEn,
    logItemsEn,
  ],
}

/** Throws for a key without a message. */
export const operatorMessages =
  (lang: Lang) =>
  (key: string, values?: Record<string, string>): string => {
    for (const file of messageFiles[lang]) {
      const message = formatMessage(file, lang, key, values)
      if (message !== undefined) return message
    }
    throw new Error(`There is no ${lang} message for ${key}.`)
  }

/** `periodsAhead`: uses the code of a later period, because each code is valid for one sign-in. */
export async function signIn(
  page: Page,
  lang: Lang,
  periodsAhead = 0,
  { email, password, secret }: { email: string; password: string; secret: string } = demoOperator,
): Promise<void> {
  const t = operatorMessages(lang)
  await page.locator('input[type=email]').fill(email)
  await page.getByLabel(t('operator.signIn.password'), { exact: true }).fill(password)
  await page
    .getByLabel(t('operator.signIn.code'), { exact: true })
    .fill(codeAt(secret, Date.now() + periodsAhead * codePeriodMs))
  await page.getByRole('button', { name: t('operator.signIn.submit'), exact: true }).click()
  const menuName = (lang === 'zh' ? consoleZh : consoleEn).shell.menu
  await expect(page.getByRole('navigation', { name: menuName })).toBeVisible()
}
