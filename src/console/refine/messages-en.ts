/** English messages of the console, in one chunk. */
import { en as alerts } from '#locales/alerts.ts'
import { en as apiKeys } from '#locales/api-keys.ts'
import { en as cancellation } from '#locales/cancellation.ts'
import { en as checkout } from '#locales/checkout.ts'
import { en as customerBlocks } from '#locales/collections.ts'
import { en as templates } from '#locales/collection-templates.ts'
import { en as codes } from '#locales/codes.ts'
import { en as documents } from '#locales/documents.ts'
import { en as shell } from '#locales/console.ts'
import { en as ledger } from '#locales/ledger.ts'
import { en as inbox } from '#locales/inbox.ts'
import { en as orders } from '#locales/orders.ts'
import { en as overview } from '#locales/overview.ts'
import { en as crud } from '#locales/crud.ts'
import { en as csv } from '#locales/csv.ts'
import { en as recordFields } from '#locales/record-fields.ts'
import { en as registrationRules } from '#locales/registration-rules.ts'
import { en as fapiaoBlocks } from '#locales/fapiao-collections.ts'
import { en as fapiaos } from '#locales/fapiaos.ts'
import { en as auditBlocks } from '#locales/audit-collections.ts'
import { en as auditLog } from '#locales/audit-log.ts'
import { en as programBlocks } from '#locales/program-collections.ts'
import { en as quotaRequests } from '#locales/quota-requests.ts'
import { en as resources } from '#locales/resources.ts'
import { en as security } from '#locales/security.ts'
import { en as shared } from '#locales/shared.ts'
import { en as batches } from '#locales/batches.ts'
import { en as budgets } from '#locales/budgets.ts'
import { en as statements } from '#locales/statements.ts'
import { en as subAccount } from '#locales/sub-account.ts'
import { en as subAccountImport } from '#locales/sub-account-import.ts'
import { en as supportView } from '#locales/support-view.ts'
import { en as translate } from '#locales/translate.ts'
import { en as webhooks } from '#locales/webhooks.ts'
import { en as workspace } from '#locales/workspace.ts'
import type { Messages } from '#locales/messages.ts'
import type { messages as zh } from '#console/refine/messages-zh.ts'

export const messages: Messages<typeof zh> = {
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
