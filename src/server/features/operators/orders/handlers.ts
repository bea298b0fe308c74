/** Operators’ handlers of the orders of all customers. */
import type { customerOrders } from '#contract/operator/orders.ts'
import type { OperatorHandler, OperatorHandlers } from '#server/features/operators/operator.ts'
import {
  readCustomerOrder,
  readCustomerOrderPage,
} from '#server/features/operators/orders/queries.ts'
import { pollByUser, findOrderByNo } from '#server/features/orders/index.ts'
import { ApiError } from '#server/http/errors.ts'

const pageCustomerOrders: OperatorHandler<typeof customerOrders.page> = (query, { db, settings }) =>
  readCustomerOrderPage(db, query, settings.timeZone)

const getCustomerOrder: OperatorHandler<typeof customerOrders.get> = ({ id }, { db, settings }) =>
  readCustomerOrder(db, String(id), settings.timeZone)

/** Repeated calls within the rate limit of an order return without querying the gateway. */
const checkCustomerPayment: OperatorHandler<typeof customerOrders.flush> = async ({ id }, call) => {
  const order = await findOrderByNo(call.db, String(id))
  if (!order) throw new ApiError('notFound')
  await pollByUser(call, order)
  return null
}

export const customerOrderHandlers: OperatorHandlers['customerOrders'] = {
  page: pageCustomerOrders,
  get: getCustomerOrder,
  flush: checkCustomerPayment,
}
