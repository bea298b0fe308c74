/** Maps every call of the contract to its handler, mostly by the groups that the features export. */
import { budgetHandlers, subAccountGroupHandlers } from '#server/features/budgets/handlers.ts'
import { supportViewHandlers } from '#server/features/support-views/handlers.ts'
import { apiKeyHandlers } from '#server/features/api-keys/handlers.ts'
import { webhookHandlers, webhookDeliveryHandlers } from '#server/features/webhooks/handlers.ts'
import { documentHandlers } from '#server/features/documents/handlers.ts'
import { glossaryTermHandlers } from '#server/features/glossaries/handlers.ts'
import { quotaRequestHandlers } from '#server/features/quota-requests/handlers.ts'
import { statementHandlers, statementMailHandlers } from '#server/features/statements/handlers.ts'
import { fapiaoHandlers } from '#server/features/fapiaos/handlers.ts'
import { fapiaoTitleHandlers } from '#server/features/fapiaos/titles.ts'
import { handlersOfCollections } from '#server/collections.ts'
import { statements } from '#contract/statements.ts'
import { listServedExtensions, type Handlers } from '#server/http/handler.ts'
import {
  changeAutoDistribution,
  distributeAll,
  distributeChars,
  distributeVoice,
  reclaimQuota,
  balanceAlertHandlers,
} from '#server/features/ledger/handlers.ts'
import { loginHandlers, loginLogHandlers } from '#server/features/identity/sign-in/handlers.ts'
import { sessionHandlers } from '#server/features/identity/sessions/handlers.ts'
import { alertHandlers } from '#server/features/alerts/handlers.ts'
import { cancelUser, getUser, updateUser } from '#server/features/accounts/handlers.ts'
import { changePassword } from '#server/features/identity/passwords/change-password.ts'
import { readInvitePage } from '#server/features/identity/registration/read-invites.ts'
import { noticeHandlers } from '#server/features/notifications/handlers.ts'
import {
  getOrderQuote,
  packageHandlers,
  channelHandlers,
} from '#server/features/packages/handlers.ts'
import { orderHandlers } from '#server/features/orders/handlers.ts'
import { orderRefundHandlers } from '#server/features/orders/refunds/handlers.ts'
import { listViewHandlers } from '#server/features/saved-views/handlers.ts'
import { secondStepHandlers } from '#server/features/identity/two-factor/handlers.ts'
import { customerServiceHandlers, siteConfigHandlers } from '#server/features/site/handlers.ts'
import {
  spaceHandlers,
  spaceMemberHandlers,
  spaceInvitationHandlers,
} from '#server/features/workspace/handlers.ts'
import { findInAccount } from '#server/features/global-search/handlers.ts'
import { subAccountHandlers } from '#server/features/accounts/sub-accounts/handlers.ts'
import {
  usageHandlers,
  translationHandlers,
  translationLogHandlers,
} from '#server/features/translation/handlers.ts'
import { readAccountLogPage } from '#server/features/ledger/read-account-log.ts'
import { unitHandlers } from '#server/features/translation/use-units.ts'
import { readReconciliation } from '#server/features/ledger/reconciliation/queries.ts'

export const handlers: Handlers = {
  login: loginHandlers,
  users: {
    get: getUser,
    update: updateUser,
    changePassword,
    changeAutoDistribution,
    cancel: cancelUser,
  },
  invites: {
    page: (query, { db, me, settings }) => readInvitePage(db, me.ownerId, query, settings.timeZone),
  },
  subAccounts: {
    ...subAccountHandlers,
    distribute: distributeChars,
    distributeVoice,
    distributeAll,
    reclaim: reclaimQuota,
  },
  globalSearch: { find: findInAccount },
  sessions: sessionHandlers,
  secondStep: secondStepHandlers,
  loginLog: loginLogHandlers,
  accountLog: {
    page: (query, { reads, me, settings }) =>
      readAccountLogPage(reads, me, query, settings.timeZone),
  },
  units: unitHandlers,
  usage: usageHandlers,
  balanceAlert: balanceAlertHandlers,
  alerts: alertHandlers,
  reconciliation: {
    get: (_, { db, me, settings }) => readReconciliation(db, me, settings.timeZone),
  },
  packages: packageHandlers,
  channels: channelHandlers,
  orders: { ...orderHandlers, quote: getOrderQuote },
  orderRefunds: orderRefundHandlers,
  translation: translationHandlers,
  translationLog: translationLogHandlers,
  spaces: spaceHandlers,
  spaceMembers: spaceMemberHandlers,
  spaceInvitations: spaceInvitationHandlers,
  listViews: listViewHandlers,
  customerService: customerServiceHandlers,
  siteConfig: siteConfigHandlers,
  notices: noticeHandlers,
  supportViews: supportViewHandlers,
  extensions: {
    list: (_, { drawStatement }) =>
      Promise.resolve(
        listServedExtensions(handlers).filter(
          (path) => path !== statements.pdf.path || drawStatement !== undefined,
        ),
      ),
  },
  // A handler of its own: `glossary: { ...handlersOfCollections.glossary, create: createTerm }`.
  ...handlersOfCollections,
  glossaryTerms: glossaryTermHandlers(handlersOfCollections.glossaryTerms),
  documents: documentHandlers(handlersOfCollections.documents),
  apiKeys: apiKeyHandlers(handlersOfCollections.apiKeys),
  webhooks: webhookHandlers(handlersOfCollections.webhooks),
  webhookDeliveries: webhookDeliveryHandlers(handlersOfCollections.webhookDeliveries),
  statements: statementHandlers,
  statementMail: statementMailHandlers,
  budgets: budgetHandlers,
  subAccountGroups: subAccountGroupHandlers(handlersOfCollections.subAccountGroups),
  fapiaoTitles: fapiaoTitleHandlers(handlersOfCollections.fapiaoTitles),
  fapiaos: fapiaoHandlers(handlersOfCollections.fapiaos),
  quotaRequests: quotaRequestHandlers(handlersOfCollections.quotaRequests),
}
