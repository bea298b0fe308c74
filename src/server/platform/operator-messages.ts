/** Labels of operators' input fields, including fields that no page shows. */
import { en as announcementsEn, zh as announcementsZh } from '#locales/operator/announcements.ts'
import { en as catalogueEn, zh as catalogueZh } from '#locales/operator/catalogue.ts'
import { en as paymentsEn, zh as paymentsZh } from '#locales/operator/payments.ts'
import { en as siteEn, zh as siteZh } from '#locales/operator/site.ts'
import { en as teamEn, zh as teamZh } from '#locales/operator/team.ts'
import { en as inputsEn, zh as inputsZh } from '#locales/operator-inputs.ts'
import type { Lang, MessageTree } from '#locales/messages.ts'

type Page = { resources: MessageTree }

/** `resources.<group>.fields.<field>` and `fields.<field>`. */
const mergeLabels = (inputs: MessageTree, ...pages: readonly Page[]): MessageTree => ({
  ...inputs,
  resources: Object.assign({}, ...pages.map(({ resources }) => resources)) as MessageTree,
})

export const operatorMessages: Record<Lang, MessageTree> = {
  zh: mergeLabels(inputsZh, announcementsZh, catalogueZh, paymentsZh, siteZh, teamZh),
  en: mergeLabels(inputsEn, announcementsEn, catalogueEn, paymentsEn, siteEn, teamEn),
}
