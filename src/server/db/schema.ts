/** All tables as the one value that the query builder and the migration maker take. */
import { accountLog } from './schema/account-log.ts'
import { balances } from './schema/balances.ts'
import { channels, memberGroups } from './schema/catalogue.ts'
import { inviteCodes, loginNames, orderNumbers, sessions } from './schema/directory.ts'
import {
  formerAddresses,
  heartbeats,
  idempotency,
  mailCodes,
  seenSignatures,
  throttles,
} from './schema/guards.ts'
import { invites, rewardedPeople } from './schema/invites.ts'
import {
  logCounters,
  loginLog,
  securityEvents,
  translationFloors,
  translationLog,
} from './schema/logs.ts'
import { announcements, balanceAlerts, mails, noticeReads, notices } from './schema/messages.ts'
import { orderChecks, orderEvents, orderIds, orders } from './schema/orders.ts'
import { payments, refunds, strayPayments } from './schema/payments.ts'
import { ledgerCheckpoints, ledgerChecks, ledgerFindings } from './schema/reconciliation.ts'
import { sandboxBills, sandboxKeys } from './schema/sandbox.ts'
import { recoveryCodes, secondSteps } from './schema/second-steps.ts'
import { reservations } from './schema/reservations.ts'
import { configRecords, milestones, operatorLog, serviceContacts } from './schema/site.ts'
import {
  contactIds,
  contacts,
  spaceIds,
  spaceInvitations,
  spaceMembers,
  spaces,
} from './schema/spaces.ts'
import { ownerDays, translationDays, translationMonths, usageDays } from './schema/usage.ts'
import { userIds, users } from './schema/users.ts'

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
  milestones,
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
  secondSteps,
  securityEvents,
  seenSignatures,
  serviceContacts,
  sessions,
  spaceIds,
  spaceInvitations,
  spaceMembers,
  spaces,
  strayPayments,
  throttles,
  translationDays,
  translationFloors,
  translationLog,
  translationMonths,
  usageDays,
  userIds,
  users,
}
export type { NoticeWords } from './schema/messages.ts'
