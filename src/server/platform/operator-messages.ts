/** Labels of operators' input fields, including fields that no page shows. */
import { operatorMessageTraits } from '#contract/operator/collections.ts'
import { collectionMessages } from '#locales/collection-messages.ts'
import { en as templatesEn, zh as templatesZh } from '#locales/collection-templates.ts'
import { en as collectionsEn, zh as collectionsZh } from '#locales/operator-collections.ts'
import { en as fapiaosEn, zh as fapiaosZh } from '#locales/operator/fapiaos.ts'
import { en as paymentsEn, zh as paymentsZh } from '#locales/operator/payments.ts'
import { en as refundsEn, zh as refundsZh } from '#locales/operator/refunds.ts'
import { en as teamEn, zh as teamZh } from '#locales/operator/team.ts'
import { en as inputsEn, zh as inputsZh } from '#locales/operator-inputs.ts'
import type { Lang, MessageTree } from '#locales/messages.ts'

type Page = { resources: object }

/** `resources.<group>.fields.<field>` and `fields.<field>`. */
const mergeLabels = (inputs: MessageTree, ...pages: readonly Page[]): MessageTree => ({
  ...inputs,
  resources: Object.assign({}, ...pages.map(({ resources }) => resources)) as MessageTree,
})

export const operatorMessages: Record<Lang, MessageTree> = {
  zh: mergeLabels(inputsZh, fapiaosZh, paymentsZh, refundsZh, teamZh, {
    resources: collectionMessages(collectionsZh, templatesZh, operatorMessageTraits),
  }),
  en: mergeLabels(inputsEn, fapiaosEn, paymentsEn, refundsEn, teamEn, {
    resources: collectionMessages(collectionsEn, templatesEn, operatorMessageTraits),
  }),
}
