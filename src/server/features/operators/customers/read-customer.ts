/** Reads all that is stored about one account, from every feature, for operators. */
import type { customers as calls } from '#contract/operator/customers.ts'
import {
  readCustomerAccount,
  maxDetailRows,
} from '#server/features/operators/customers/read-customer-account.ts'
import { readAccountChanges } from '#server/features/operators/read-operator-log.ts'
import type { OperatorHandler } from '#server/features/operators/operator.ts'
import { readLoginLogPage } from '#server/features/identity/index.ts'
import { readUser } from '#server/features/accounts/index.ts'
import { readOrderPage } from '#server/features/orders/index.ts'
import { readLatestAccountLog } from '#server/features/ledger/index.ts'
import { readInboxPage } from '#server/features/notifications/index.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'

/** Throws ApiError `notFound`. */
export const getCustomerDetails: OperatorHandler<typeof calls.get> = async ({ id }, call) => {
  const { db, reads, lang, settings } = call
  const zone = settings.timeZone
  const found = isId(String(id)) ? await readCustomerAccount(db, String(id), zone) : undefined
  if (!found) throw new ApiError('notFound')
  const { isErased, ...customer } = found
  const { ownerId, account, username } = customer
  const names = [account, username].flatMap((name) => (name ? [name.toLowerCase()] : []))
  const newest = { pageSize: maxDetailRows, pageNum: 1 }
  const [user, orders, accountLog, logins, notices, changes] = await Promise.all([
    isErased ? undefined : readUser(db, customer, zone),
    readOrderPage({ db, reads }, ownerId, newest, zone),
    readLatestAccountLog(db, customer, maxDetailRows, zone),
    readLoginLogPage({ db, reads }, customer, newest, zone),
    readInboxPage(db, customer, newest, { lang, zone, isForSupport: true }),
    readAccountChanges(db, { ownerId, names }, maxDetailRows, zone),
  ])
  return {
    ...customer,
    user: user ?? null,
    orderCount: orders.total,
    orders: orders.rows,
    accountLog,
    logins: logins.rows,
    notices: notices.rows,
    changes,
  }
}
