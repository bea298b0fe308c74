/** All tables in one schema, for the query builder and the migration generator. */
import { accountLog, balances, reservations } from '#server/features/ledger/table.ts'
import { channels, memberGroups } from './features/packages/table.ts'
import {
  inviteCodes,
  loginNames,
  formerAddresses,
  invites,
  rewardedPeople,
  userIds,
  users,
} from './features/accounts/table.ts'
import {
  orderNumbers,
  orderChecks,
  orderEvents,
  orderIds,
  orders,
  payments,
  refunds,
  unmatchedPayments,
} from './features/orders/table.ts'
import {
  heartbeats,
  idempotency,
  mailCodes,
  seenSignatures,
  throttles,
  sessions,
  recoveryCodes,
  twoFactorSecrets,
} from './auth/table.ts'
import {
  translationFloors,
  translationLog,
  ownerDays,
  translationDays,
  translationMonths,
  usageDays,
} from '#server/features/translation/table.ts'
import { logCounters } from '#server/platform/db/running-numbers.ts'
import { loginLog, securityEvents } from '#server/auth/table.ts'
import { announcements, noticeReads, notices } from './features/notifications/table.ts'
import { balanceAlerts } from './features/ledger/table.ts'
import { mails } from './platform/mail/table.ts'
import {
  ledgerCheckpoints,
  ledgerChecks,
  ledgerFindings,
} from './features/ledger/reconciliation/table.ts'
import { sandboxBills, sandboxKeys } from './features/orders/payment/sandbox/table.ts'
import { configRecords, oneTimeTasks, operatorLog, serviceContacts } from './features/site/table.ts'
import {
  contactIds,
  contacts,
  spaceIds,
  spaceInvitations,
  spaceMembers,
  spaces,
} from './features/workspace/table.ts'

export {
  accountLog,
  announcements,
  balanceAlerts,
  balances,
  channels,
  configRecords,
  contactIds,
  contacts,
  formerAddresses,
  heartbeats,
  idempotency,
  inviteCodes,
  invites,
  ledgerCheckpoints,
  ledgerChecks,
  ledgerFindings,
  logCounters,
  loginLog,
  loginNames,
  mailCodes,
  mails,
  memberGroups,
  oneTimeTasks,
  noticeReads,
  notices,
  operatorLog,
  orderChecks,
  orderEvents,
  orderIds,
  orderNumbers,
  orders,
  ownerDays,
  payments,
  sandboxBills,
  sandboxKeys,
  recoveryCodes,
  refunds,
  reservations,
  rewardedPeople,
  twoFactorSecrets,
  securityEvents,
  seenSignatures,
  serviceContacts,
  sessions,
  spaceIds,
  spaceInvitations,
  spaceMembers,
  spaces,
  unmatchedPayments,
  throttles,
  translationDays,
  translationFloors,
  translationLog,
  translationMonths,
  usageDays,
  userIds,
  users,
}
