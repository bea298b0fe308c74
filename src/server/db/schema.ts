/** All tables as the one value that the query builder and the migration maker take. */
import { accountLog } from './schema/account-log.ts'
import { balances } from './schema/balances.ts'
import { channels, memberGroups } from './schema/catalogue.ts'
import { inviteCodes, loginNames, orderNumbers, sessions } from './schema/directory.ts'
import { idempotency, seenSignatures, throttles } from './schema/guards.ts'
import { logCounters, loginLog, translationLog } from './schema/logs.ts'
import { announcements, balanceAlerts, mails, noticeReads, notices } from './schema/messages.ts'
import { orderIds, orders } from './schema/orders.ts'
import { ledgerCheckpoints, ledgerChecks, ledgerFindings } from './schema/reconciliation.ts'
import { sandboxBills, sandboxKeys } from './schema/sandbox.ts'
import { configRecords, milestones, operatorLog, serviceContacts } from './schema/site.ts'
import { usageDays } from './schema/usage.ts'
import { userIds, users } from './schema/users.ts'

export {
  accountLog,
  announcements,
  balanceAlerts,
  balances,
  channels,
  configRecords,
  idempotency,
  inviteCodes,
  ledgerCheckpoints,
  ledgerChecks,
  ledgerFindings,
  logCounters,
  loginLog,
  loginNames,
  mails,
  memberGroups,
  milestones,
  noticeReads,
  notices,
  operatorLog,
  orderIds,
  orderNumbers,
  orders,
  sandboxBills,
  sandboxKeys,
  seenSignatures,
  serviceContacts,
  sessions,
  throttles,
  translationLog,
  usageDays,
  userIds,
  users,
}
export type { NoticeWords } from './schema/messages.ts'
