/** Chinese messages of the console, in one chunk. */
import { zh as alerts } from '#locales/alerts.ts'
import { zh as apiKeys } from '#locales/api-keys.ts'
import { zh as cancellation } from '#locales/cancellation.ts'
import { zh as checkout } from '#locales/checkout.ts'
import { zh as customerBlocks } from '#locales/collections.ts'
import { zh as templates } from '#locales/collection-templates.ts'
import { zh as codes } from '#locales/codes.ts'
import { zh as documents } from '#locales/documents.ts'
import { zh as shell } from '#locales/console.ts'
import { zh as ledger } from '#locales/ledger.ts'
import { zh as inbox } from '#locales/inbox.ts'
import { zh as orders } from '#locales/orders.ts'
import { zh as overview } from '#locales/overview.ts'
import { zh as crud } from '#locales/crud.ts'
import { zh as csv } from '#locales/csv.ts'
import { zh as recordFields } from '#locales/record-fields.ts'
import { zh as registrationRules } from '#locales/registration-rules.ts'
import { zh as fapiaoBlocks } from '#locales/fapiao-collections.ts'
import { zh as fapiaos } from '#locales/fapiaos.ts'
import { zh as auditBlocks } from '#locales/audit-collections.ts'
import { zh as auditLog } from '#locales/audit-log.ts'
import { zh as programBlocks } from '#locales/program-collections.ts'
import { zh as quotaRequests } from '#locales/quota-requests.ts'
import { zh as resources } from '#locales/resources.ts'
import { zh as security } from '#locales/security.ts'
import { zh as shared } from '#locales/shared.ts'
import { zh as batches } from '#locales/batches.ts'
import { zh as budgets } from '#locales/budgets.ts'
import { zh as statements } from '#locales/statements.ts'
import { zh as subAccount } from '#locales/sub-account.ts'
import { zh as subAccountImport } from '#locales/sub-account-import.ts'
import { zh as supportView } from '#locales/support-view.ts'
import { zh as translate } from '#locales/translate.ts'
import { zh as webhooks } from '#locales/webhooks.ts'
import { zh as workspace } from '#locales/workspace.ts'

export const messages = {
  ...shared,
  ...shell,
  fields: { ...shared.fields, ...recordFields.fields },
  rules: { ...shared.rules, ...recordFields.rules, ...registrationRules.rules },
  values: recordFields.values,
  alerts,
  apiKeys,
  auditLog,
  quotaRequests,
  cancellation,
  checkout,
  codes,
  documents,
  fapiaos,
  ledger,
  inbox,
  orders,
  overview,
  crud: { ...crud, ...csv },
  resources,
  security,
  batches,
  budgets,
  statements,
  subAccount,
  subAccountImport,
  supportView,
  translate,
  webhooks,
  workspace,
}

/** Messages per collection, and the templates of those that all collections share. */
export const collections = {
  blocks: { ...customerBlocks, ...programBlocks, ...auditBlocks, ...fapiaoBlocks },
  templates,
}
