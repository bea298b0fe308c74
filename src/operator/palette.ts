/** Command palette of the operators' console: a customer, an order or a payment in one box. */
import { call } from '#client/api/call.ts'
import { yuan } from '#client/i18n/format.ts'
import { messageOf } from '#console/refine/i18n.ts'
import type { FoundRecord, PaletteConfig } from '#console/features/palette/palette-config.ts'
import {
  operatorGlobalSearch,
  type OperatorSearchResult,
} from '#contract/operator/global-search.ts'

const config: PaletteConfig = {
  placeholder: 'operators',
  search: {
    call: operatorGlobalSearch.find,
    async find(text, signal) {
      const found = await call(operatorGlobalSearch.find, { text }, { signal, quiet: true })
      // A number finds its order first, then the customer of the order.
      return [
        { name: 'orders', records: found.orders.map(orderRecord) },
        { name: 'payments', records: found.payments.map(paymentRecord) },
        { name: 'refunds', records: found.refunds.map(refundRecord) },
        { name: 'customers', records: found.customers.map(customerRecord) },
      ]
    },
  },
  actions: [],
  pageKeys: {
    h: 'today',
    c: 'customers',
    o: 'customerOrders',
    u: 'unmatchedPayments',
    r: 'refunds',
    a: 'approvals',
    p: 'packages',
    l: 'operatorLog',
  },
}

export default config

const address = (route: string, query: Record<string, string>) =>
  `/operator/${route}?${new URLSearchParams(query)}`

const detailOf = (...parts: readonly (string | null | undefined)[]) =>
  parts.filter(Boolean).join(' · ')

const customerRecord = ({
  id,
  account,
  nickname,
  type,
  state,
  found,
}: OperatorSearchResult['customers'][number]): FoundRecord => ({
  id: `customers:${id}`,
  title: account || String(id),
  icon: 'person',
  to: address('customer', { id: String(id) }),
  detail: detailOf(
    nickname,
    messageOf(`codes.customerType.${type}`),
    state === 'open' ? null : messageOf(`codes.customerState.${state}`),
    found,
  ),
})

const orderRecord = ({
  no,
  account,
  amount,
  payStatus,
}: OperatorSearchResult['orders'][number]): FoundRecord => ({
  id: `orders:${no}`,
  title: no,
  icon: 'order',
  to: address('customer-orders', { no }),
  detail: detailOf(account, yuan(amount), messageOf(`codes.payStatus.${payStatus}`)),
})

const paymentRecord = ({
  id,
  gatewayNo,
  amount,
  state,
}: OperatorSearchResult['payments'][number]): FoundRecord => ({
  id: `payments:${id}`,
  title: gatewayNo,
  icon: 'coin',
  to: address('unmatched-payments', { number: gatewayNo }),
  detail: detailOf(yuan(amount), messageOf(`codes.unmatchedState.${state}`)),
})

const refundRecord = ({
  id,
  refundNo,
  amount,
  state,
}: OperatorSearchResult['refunds'][number]): FoundRecord => ({
  id: `refunds:${id}`,
  title: refundNo,
  icon: 'return',
  to: address('refunds', { number: refundNo }),
  detail: detailOf(yuan(amount), messageOf(`codes.refundState.${state}`)),
})
