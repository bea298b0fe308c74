/** The tables of a customer's details, each with its latest rows. */
import { useState, type ReactNode } from 'react'
import { exactCount, localName, yuan } from '#client/i18n/format.ts'
import { headlineOf } from '#console/features/account-log/description-cell.tsx'
import { LedgerChange } from '#console/features/account-log/ledger-change.tsx'
import { deviceCell } from '#console/features/security/sessions/device.tsx'
import { hasMessage, messageOf } from '#console/refine/i18n.ts'
import { useChannelNames } from '#console/refine/reference-data.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import { RecordSection, type SectionColumn } from '#console/ui/record-page.tsx'
import type { AccountLogRow } from '#contract/ledger.ts'
import type { CustomerDetails } from '#contract/operator/customers.ts'
import type { OperatorLogRow } from '#contract/operator/operator-log.ts'
import { AccountLink } from '#operator/customers/account-cell.tsx'
import { StateTag } from '#operator/customers/state-tag.tsx'
import { t } from '#operator/customers/messages.ts'
import { OrderState } from '#operator/payments/state-with-request.tsx'
import { actionText } from '#operator/team/log-action.tsx'
import LogChange from '#operator/team/log-change.tsx'

type ColumnName = Parameters<typeof t>[0] extends infer K
  ? K extends `customers.columns.${infer N}`
    ? N
    : never
  : never
type Column<R> = Omit<SectionColumn<R>, 'label'> & { name: ColumnName }
type SectionName = keyof CustomerDetails &
  ('members' | 'orders' | 'sessions' | 'notices' | 'logins')
type AnySectionName = SectionName | 'ledger' | 'changes' | 'security'

type SectionProps<R> = {
  name: AnySectionName
  rows: readonly R[]
  total?: number
  columns: readonly Column<R>[]
  /** Link to related rows elsewhere, below the table. */
  link?: ReactNode
}

const Section = <R,>({ name, columns, ...section }: SectionProps<R>) => (
  <RecordSection
    title={t(`customers.sections.${name}`)}
    empty={t(`customers.nothing.${name}`)}
    columns={columns.map(({ name: column, ...options }) => ({
      label: t(`customers.columns.${column}`),
      ...options,
    }))}
    {...section}
  />
)

type RowsOf<K extends keyof CustomerDetails> = CustomerDetails[K] extends readonly (infer R)[]
  ? R
  : never

const orderColumns: readonly Column<RowsOf<'orders'>>[] = [
  {
    name: 'no',
    cell: ({ no }) => (
      <AppLink route="operator/customer-orders" query={{ no }}>
        {no}
      </AppLink>
    ),
  },
  { name: 'state', canWrap: true, cell: (order) => <OrderState {...order} /> },
  {
    name: 'package',
    canWrap: true,
    cell: ({ memberGroupName, memberGroupEnName }) =>
      localName({ name: memberGroupName, enName: memberGroupEnName }),
  },
  { name: 'amount', isNumber: true, cell: ({ amount }) => yuan(amount) },
  { name: 'created', canWrap: true, cell: (order) => <OrderTimes order={order} /> },
]

const OrderTimes = ({ order: { createDateTime, payDateTime } }: { order: RowsOf<'orders'> }) => (
  <>
    {createDateTime}
    {payDateTime && <small>{t('customers.paidAt', { at: payDateTime })}</small>}
  </>
)

const ledgerColumns: readonly Column<AccountLogRow>[] = [
  { name: 'at', cell: ({ createDateTime }) => createDateTime },
  { name: 'kind', cell: ({ logType }) => messageOf(`codes.logType.${logType}`) },
  { name: 'change', isNumber: true, cell: (row) => <LedgerChange row={row} /> },
  { name: 'description', isWide: true, cell: (row) => <LedgerDescription row={row} /> },
]

const memberColumns: readonly Column<RowsOf<'members'>>[] = [
  { name: 'account', cell: (member) => <AccountLink {...member} /> },
  { name: 'state', cell: ({ state }) => <StateTag state={state} /> },
  { name: 'chars', isNumber: true, cell: ({ usableCharNum }) => exactCount(usableCharNum) },
  { name: 'last', cell: ({ lastLoginDateTime }) => lastLoginDateTime },
]

const changeColumns: readonly Column<OperatorLogRow>[] = [
  { name: 'at', cell: ({ createDateTime }) => createDateTime },
  { name: 'operator', cell: ({ operator }) => operator },
  { name: 'action', cell: ({ action }) => actionText(action) },
  { name: 'reason', isWide: true, cell: ({ reason }) => reason },
  { name: 'view', cell: (row) => <ViewChange row={row} /> },
]

const securityColumns: readonly Column<RowsOf<'securityEvents'>>[] = [
  { name: 'event', cell: ({ event }) => messageOf(`codes.securityEvent.${event}`) },
  { name: 'ip', cell: ({ ip }) => ip },
  { name: 'count', isNumber: true, cell: ({ count }) => exactCount(count) },
  { name: 'last', cell: ({ lastDateTime }) => lastDateTime },
]

const sessionColumns: readonly Column<RowsOf<'sessions'>>[] = [
  {
    name: 'device',
    cell: (row) => (
      <>
        {deviceCell.text({ ...row, current: 0 }, messageOf, () => undefined)}{' '}
        {row.blocked === 1 && <span className="tag">{t('customers.blocked')}</span>}
      </>
    ),
  },
  { name: 'ip', cell: ({ loginIp }) => loginIp },
  { name: 'used', cell: ({ usedDateTime }) => usedDateTime },
]

const loginColumns: readonly Column<RowsOf<'logins'>>[] = [
  { name: 'at', cell: ({ loginDateTime }) => loginDateTime },
  { name: 'ip', cell: ({ loginIp }) => loginIp },
  { name: 'client', cell: ({ clientType }) => clientName(clientType) },
]

const noticeColumns: readonly Column<RowsOf<'notices'>>[] = [
  { name: 'at', cell: ({ at }) => at },
  { name: 'title', isWide: true, cell: ({ title }) => title },
  { name: 'read', cell: ({ read }) => t(read ? 'customers.read' : 'customers.unread') },
]

type Props = { customer: CustomerDetails }

/** The group without its main account. */
const subAccountsOf = ({ members, ownerId }: CustomerDetails) =>
  members.filter(({ id }) => String(id) !== String(ownerId))

/** What happened to the money, and what operators did. */
export const MoneySections = ({ customer }: Props) => (
  <>
    <Section
      name="orders"
      rows={customer.orders}
      total={customer.orderCount}
      columns={orderColumns}
      link={
        customer.ownerAccount && (
          <AppLink route="operator/unmatched-payments" query={{ account: customer.ownerAccount }}>
            {t('customers.sections.unmatched')}
          </AppLink>
        )
      }
    />
    <Section name="ledger" rows={customer.accountLog} columns={ledgerColumns} />
    {customer.type === 'main' && (
      <Section
        name="members"
        rows={subAccountsOf(customer)}
        total={customer.memberCount - (customer.members.length - subAccountsOf(customer).length)}
        columns={memberColumns}
      />
    )}
    <Section name="changes" rows={customer.changes} columns={changeColumns} />
  </>
)

/** Who used the account, and the notices sent to them. */
export const AccessSections = ({ customer }: Props) => (
  <>
    <Section name="security" rows={customer.securityEvents} columns={securityColumns} />
    <Section name="sessions" rows={customer.sessions} columns={sessionColumns} />
    <Section name="logins" rows={customer.logins} columns={loginColumns} />
    <Section name="notices" rows={customer.notices} columns={noticeColumns} />
  </>
)

function LedgerDescription({ row }: { row: AccountLogRow }) {
  const channelNameOf = useChannelNames()
  return headlineOf(row, channelNameOf, null)
}

/** Opens what an operator changed. */
function ViewChange({ row }: { row: OperatorLogRow }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="text-button" onClick={() => setOpen(true)}>
        {t('customers.view')}
      </button>
      {isOpen && <LogChange row={row} close={() => setOpen(false)} />}
    </>
  )
}

function clientName(type: string): string {
  const key = `codes.clientType.${type}`
  return hasMessage(key) ? messageOf(key) : type
}
