/** All tables in one schema, for the query builder, migration generator and erasure policy. */
import {
  loginLog,
  mailCodes,
  recoveryCodes,
  securityEvents,
  sessions,
  twoFactorSecrets,
} from '#server/features/identity/table.ts'
import { seenSignatures, throttles, idempotency } from '#server/http/table.ts'
import {
  approvals,
  operatorDays,
  operatorGrants,
  operatorLog,
  operators,
  operatorSessions,
  channelDays,
  closedDays,
  lastActivity,
} from '#server/features/operators/table.ts'
import {
  formerAddresses,
  inviteCodes,
  invites,
  loginNames,
  rewardedPeople,
  userIds,
  users,
} from '#server/features/accounts/table.ts'
import {
  ledgerCheckpoints,
  ledgerChecks,
  ledgerFindings,
} from '#server/features/ledger/reconciliation/table.ts'
import { accountLog, balanceAlerts, balances, reservations } from '#server/features/ledger/table.ts'
import {
  announcements,
  announcementSchedule,
  noticeReads,
  notices,
} from '#server/features/notifications/table.ts'
import { sandboxBills, sandboxKeys } from '#server/features/orders/payment/sandbox/table.ts'
import {
  orderChecks,
  orderEvents,
  orderIds,
  orderNumbers,
  orders,
  payments,
  refunds,
  unmatchedPayments,
  refundRequestIds,
  refundRequests,
  refundRules,
} from '#server/features/orders/table.ts'
import { channels, memberGroups } from '#server/features/packages/table.ts'
import { configRecords, serviceContacts } from '#server/features/site/table.ts'
import {
  channelFailures,
  ownerDays,
  translationFloors,
  translationLog,
  usageDays,
} from '#server/features/translation/table.ts'
import {
  contactIds,
  contacts,
  spaceIds,
  spaceInvitations,
  spaceMembers,
  spaces,
} from '#server/features/workspace/table.ts'
import { secretKeys } from '#server/platform/crypto/table.ts'
import { clockMarks, heartbeats, logCounters, oneTimeTasks } from '#server/platform/db/table.ts'
import { mails } from '#server/platform/mail/table.ts'
import { alerts, alertSettings } from '#server/features/alerts/table.ts'
import { budgetTopUps, subAccountBudgets } from '#server/features/budgets/table.ts'
import { apiKeySecrets, apiKeyUse, keyExpiryNotices } from '#server/features/api-keys/table.ts'
import { webhookEndpoints, webhookQueue } from '#server/features/webhooks/table.ts'
import { documentJobs, documentParts } from '#server/features/documents/table.ts'
import { statementMails, statements } from '#server/features/statements/table.ts'
import {
  fapiaoCorrections,
  fapiaoFiles,
  fapiaoNumbers,
  fapiaoOrders,
  fapiaoTakes,
} from '#server/features/fapiaos/table.ts'
import { supportViews } from '#server/features/support-views/table.ts'
import { listViewIds, listViews } from '#server/features/saved-views/table.ts'
import { collectionCounts, collectionIds } from './features/collections/table.ts'

export {
  approvals,
  accountLog,
  announcements,
  announcementSchedule,
  apiKeySecrets,
  apiKeyUse,
  keyExpiryNotices,
  webhookEndpoints,
  webhookQueue,
  balanceAlerts,
  alerts,
  alertSettings,
  balances,
  budgetTopUps,
  channelFailures,
  channels,
  clockMarks,
  collectionCounts,
  collectionIds,
  configRecords,
  contactIds,
  contacts,
  documentJobs,
  documentParts,
  fapiaoCorrections,
  fapiaoFiles,
  fapiaoNumbers,
  fapiaoOrders,
  fapiaoTakes,
  formerAddresses,
  heartbeats,
  idempotency,
  inviteCodes,
  invites,
  ledgerCheckpoints,
  ledgerChecks,
  ledgerFindings,
  listViewIds,
  listViews,
  logCounters,
  loginLog,
  loginNames,
  mailCodes,
  mails,
  memberGroups,
  noticeReads,
  notices,
  oneTimeTasks,
  operatorDays,
  operatorGrants,
  operatorLog,
  operators,
  operatorSessions,
  channelDays,
  closedDays,
  lastActivity,
  orderChecks,
  orderEvents,
  orderIds,
  orderNumbers,
  orders,
  ownerDays,
  payments,
  recoveryCodes,
  refundRequestIds,
  refundRequests,
  refundRules,
  refunds,
  reservations,
  rewardedPeople,
  sandboxBills,
  sandboxKeys,
  secretKeys,
  securityEvents,
  seenSignatures,
  serviceContacts,
  sessions,
  spaceIds,
  spaceInvitations,
  spaceMembers,
  spaces,
  statementMails,
  statements,
  subAccountBudgets,
  supportViews,
  throttles,
  translationFloors,
  translationLog,
  twoFactorSecrets,
  unmatchedPayments,
  usageDays,
  userIds,
  users,
}
