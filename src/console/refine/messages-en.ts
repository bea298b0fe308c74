/** English messages of the console, in one chunk. */
import { security } from '#locales/en/security.ts'
import { buying } from '#locales/en/buying.ts'
import { codes } from '#locales/en/codes.ts'
import { consoleWords } from '#locales/en/console.ts'
import { leaving } from '#locales/en/leaving.ts'
import { ledger } from '#locales/en/ledger.ts'
import { notices } from '#locales/en/notices.ts'
import { orders } from '#locales/en/orders.ts'
import { pages } from '#locales/en/pages.ts'
import { resources } from '#locales/en/resources.ts'
import { registrationRules } from '#locales/en/registration-rules.ts'
import { recordFields } from '#locales/en/record-fields.ts'
import { shared } from '#locales/en/shared.ts'
import { translate } from '#locales/en/translate.ts'
import { workspace } from '#locales/en/workspace.ts'

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
