/** All tables as the one value that the query builder and the migration maker take. */
import { accountLog } from './schema/account-log.ts'
import { balances } from './schema/balances.ts'
import { channels, memberGroups } from './schema/catalogue.ts'
import { inviteCodes, loginNames, orderNumbers, sessions } from './schema/directory.ts'
import { idempotency, seenSignatures, throttles } from './schema/guards.ts'
import { logCounters, loginLog, translationLog } from './schema/logs.ts'
import { orderIds, orders } from './schema/orders.ts'
import { configRecords, milestones, serviceContacts } from './schema/site.ts'
import { userIds, users } from './schema/users.ts'

export {
  accountLog,
  balances,
  channels,
  configRecords,
  idempotency,
  inviteCodes,
  logCounters,
  loginLog,
  loginNames,
  memberGroups,
  milestones,
  orderIds,
  orderNumbers,
  orders,
  seenSignatures,
  serviceContacts,
  sessions,
  throttles,
  translationLog,
  userIds,
  users,
}
