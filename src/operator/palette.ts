/** Command palette of the operators' console: a customer, an order or a payment in one box. */
import { createElement } from 'react'
import { call } from '#client/api/call.ts'
import { yuan } from '#client/i18n/format.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { openRow } from '#console/engine/list/open-from-address.ts'
import type { FoundRecord, PaletteConfig } from '#console/features/palette/palette-config.ts'
import { announcementCollection } from '#contract/operator/announcements.ts'
import { customers } from '#contract/operator/customers.ts'
import { operators } from '#contract/operator/operators.ts'
import { packageCollection } from '#contract/operator/packages.ts'
import {
  operatorGlobalSearch,
  type OperatorSearchResult,
} from '#contract/operator/global-search.ts'

const config: PaletteConfig = {
  placeholder: 'operators',
  search: {
    call: operatorGlobalSearch.find,
    async find(text, signal) {
      if (text === '') return []
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
  actions: [
    {
      name: 'adjust',
      icon: 'coin',
      call: customers.adjust,
      pick: 'customers',
      async open({ id }) {
        const [customer, { default: AdjustDialog }] = await Promise.all([
          call(customers.get, { id: id.slice(customerPrefix.length) }),
          import('#operator/customers/adjust-dialog.tsx'),
        ])
        const { user } = customer
        return (close) =>
          user ? createElement(AdjustDialog, { customer, user, close: () => close() }) : null
      },
    },
    {
      name: 'announce',
      icon: 'log',
      call: announcementCollection.calls.create,
      route: 'operator/announcements',
      open: 'create',
    },
    {
      name: 'addPackage',
      icon: 'wallet',
      call: packageCollection.calls.create,
      route: 'operator/packages',
      open: 'create',
    },
    {
      name: 'addOperator',
      icon: 'badge',
      call: operators.create,
      route: 'operator/operators',
      open: 'create',
    },
  ],
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

const customerPrefix = 'customers:'

const customerRecord = ({
  id,
  account,
  nickname,
  type,
  state,
  found,
}: OperatorSearchResult['customers'][number]): FoundRecord => ({
  id: `${customerPrefix}${id}`,
  title: account || String(id),
  icon: 'person',
  to: address('customer', { id: String(id) }),
  isDeleted: state === 'deleted',
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
  to: address('customer-orders', { no, open: openRow }),
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
  to: address('unmatched-payments', { number: gatewayNo, open: openRow }),
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
  to: address('refunds', { number: refundNo, open: openRow }),
  detail: detailOf(yuan(amount), messageOf(`codes.refundState.${state}`)),
})
