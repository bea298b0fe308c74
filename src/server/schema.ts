/** All tables in one schema, for the query builder and the migration generator. */
import { accountLog } from './features/ledger/account-log-table.ts'
import { balances } from './features/ledger/balance-tables.ts'
import { channels, memberGroups } from './features/packages/table.ts'
import { inviteCodes, loginNames, orderNumbers } from './features/accounts/lookup-tables.ts'
import {
  formerAddresses,
  heartbeats,
  idempotency,
  mailCodes,
  seenSignatures,
  throttles,
} from './auth/table.ts'
import { sessions, recoveryCodes, twoFactorSecrets } from './auth/table.ts'
import { invites, rewardedPeople } from './features/accounts/invite-tables.ts'
import {
  logCounters,
  loginLog,
  securityEvents,
  translationFloors,
  translationLog,
} from './features/translation/log-tables.ts'
import {
  announcements,
  balanceAlerts,
  mails,
  noticeReads,
  notices,
} from './features/notifications/table.ts'
import { orderChecks, orderEvents, orderIds, orders } from './features/orders/table.ts'
import { payments, refunds, unmatchedPayments } from './features/orders/payment/table.ts'
import {
  ledgerCheckpoints,
  ledgerChecks,
  ledgerFindings,
} from './features/ledger/reconciliation/table.ts'
import { sandboxBills, sandboxKeys } from './features/orders/payment/sandbox/table.ts'
import { reservations } from './features/ledger/reservation-table.ts'
import { configRecords, oneTimeTasks, operatorLog, serviceContacts } from './features/site/table.ts'
import {
  contactIds,
  contacts,
  spaceIds,
  spaceInvitations,
  spaceMembers,
  spaces,
} from './features/workspace/table.ts'
import {
  ownerDays,
  translationDays,
  translationMonths,
  usageDays,
} from './features/translation/usage-tables.ts'
import { userIds, users } from './features/accounts/table.ts'

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
export type { NoticeWords } from './features/notifications/table.ts'
