/** Chinese messages of the console, in one chunk. */
import { security } from '#locales/zh/security.ts'
import { buying } from '#locales/zh/buying.ts'
import { codes } from '#locales/zh/codes.ts'
import { consoleWords } from '#locales/zh/console.ts'
import { leaving } from '#locales/zh/leaving.ts'
import { ledger } from '#locales/zh/ledger.ts'
import { notices } from '#locales/zh/notices.ts'
import { orders } from '#locales/zh/orders.ts'
import { pages } from '#locales/zh/pages.ts'
import { resources } from '#locales/zh/resources.ts'
import { registrationRules } from '#locales/zh/registration-rules.ts'
import { recordFields } from '#locales/zh/record-fields.ts'
import { shared } from '#locales/zh/shared.ts'
import { translate } from '#locales/zh/translate.ts'
import { workspace } from '#locales/zh/workspace.ts'

export const words = {
  ...shared,
  ...consoleWords,
  fields: { ...shared.fields, ...recordFields.fields },
  rules: { ...shared.rules, ...registrationRules.rules },
  buying,
  codes,
  leaving,
  ledger,
  notices,
  orders,
  pages,
  resources,
  security,
  translate,
  workspace,
}
