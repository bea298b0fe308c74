/** Details of one customer: balances, orders, ledger, sign-ins, notices, and what can be done. */
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { exactCount, localName, yuan } from '#client/i18n/format.ts'
import { UsageCard } from '#console/features/overview/usage-card.tsx'
import { isBilledByTime } from '#console/refine/current-user.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { useChannelNames } from '#console/refine/reference-data.ts'
import { PageHeader, PageSkeleton } from '#console/ui/page-header.tsx'
import { RecordFigures, type Figure } from '#console/ui/record-page.tsx'
import { customers, type CustomerDetails } from '#contract/operator/customers.ts'
import { canCall } from '#contract/roles.ts'
import { useCurrentOperator } from '#operator/current-operator.ts'
import { AccountLink, useCustomerList } from '#operator/customers/account-cell.tsx'
import type { Change } from '#operator/customers/change-dialog.tsx'
import { AccessSections, MoneySections } from '#operator/customers/sections.tsx'
import { PendingApproval, usePendingApprovals } from '#operator/customers/pending-approvals.tsx'
import { StateTag } from '#operator/customers/state-tag.tsx'
import { t, tSupportView } from '#operator/customers/messages.ts'
import { useSupportViewRequest, ViewStatus } from '#operator/customers/support-view.tsx'
import { useCall } from '#operator/payments/parts.tsx'
import '#console/engine/list/rows.css'
import '#console/features/overview/usage.css'
import './customers.css'
import { ListFailure } from '#console/engine/list/empty-states.tsx'
import { SectionError } from '#console/ui/query-card.tsx'
import { FactList, type Fact } from '#console/ui/fact-list.tsx'
import { FailureNote } from '#console/ui/failure-note.tsx'

const AdjustDialog = lazy(() => import('#operator/customers/adjust-dialog.tsx'))
const ChangeDialog = lazy(() => import('#operator/customers/change-dialog.tsx'))
const RequestViewDialog = lazy(() => import('#operator/customers/request-support-view-dialog.tsx'))

export default function CustomerScreen() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const query = useCall(customers.get, id ? { id } : undefined)
  const { data: customer, error, refetch } = query
  // Loaded beside the customer, since they stand above the figures.
  const view = useSupportViewRequest(id && customer?.state !== 'deleted' ? id : undefined)
  const pending = usePendingApprovals(customer)
  if (!id) return <NoCustomer />
  if (customer ? view.isWaiting || pending.isWaiting : !error) return <PageSkeleton view="screen" />
  return (
    <div className="record-page customer">
      <BackLink />
      {!customer && <PageHeader title={messageOf('resources.customer.title')} />}
      {error && !customer && (
        <ListFailure title={t('customers.failed')} error={error} retry={() => void refetch()} />
      )}
      {error && customer && <FailureNote error={error} retry={() => void refetch()} />}
      {customer && (
        <>
          <CustomerHeader {...{ customer, view, pending }} reload={() => void refetch()} />
          <Figures customer={customer} />
          <Usage customer={customer} />
          <div className="record-columns">
            <div className="record-main">
              <MoneySections customer={customer} />
            </div>
            <div className="record-side">
              <AccountFacts customer={customer} />
              <AccessSections customer={customer} />
            </div>
          </div>
        </>
      )}
    </div>
  )
}

const NoCustomer = () => (
  <div className="record-page customer">
    <BackLink />
    <PageHeader title={messageOf('resources.customer.title')} help={t('customers.none')} />
  </div>
)

function BackLink() {
  const listAddress = useCustomerList()
  return (
    <Link className="app-link record-back" to={listAddress}>
      {t('customers.back')}
    </Link>
  )
}

type OpenDialog = Change | 'adjust' | 'view' | undefined

type HeaderProps = {
  customer: CustomerDetails
  view: ReturnType<typeof useSupportViewRequest>
  pending: ReturnType<typeof usePendingApprovals>
  reload: () => void
}

function CustomerHeader({ customer, view, pending, reload }: HeaderProps) {
  const me = useCurrentOperator()
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const { state, type, user } = customer
  const name = customer.account || t('customers.deletedName')
  const isAlive = state !== 'deleted'
  const isPossible: Record<Exclude<OpenDialog, undefined | 'view'>, boolean> = {
    adjust: isAlive && user !== null && user !== undefined,
    endSessions: isAlive,
    removeTwoFactor: isAlive && Boolean(customer.twoFactorDateTime),
    reopen: type === 'main' && state === 'suspended',
    suspend: type === 'main' && state === 'open',
  }
  const actions = (
    ['adjust', 'endSessions', 'removeTwoFactor', 'reopen', 'suspend'] as const
  ).filter((action) => isPossible[action] && canCall(customers[action], me))
  const close = (isDone = false) => {
    setOpenDialog(undefined)
    if (!isDone) return
    reload()
    pending.refresh()
  }
  return (
    <>
      <PageHeader
        title={
          <span className="record-name">
            {name} <StateTag state={state} />
            {type === 'sub' && <span className="tag">{messageOf('codes.customerType.sub')}</span>}
          </span>
        }
        actions={[
          view.canRequest && state === 'open' && (
            <button
              key="view"
              type="button"
              className="button"
              onClick={() => setOpenDialog('view')}
            >
              {tSupportView('customers.supportView.ask')}
            </button>
          ),
          ...actions.map((action) => (
            <button
              key={action}
              type="button"
              className={
                action === 'adjust'
                  ? 'button primary'
                  : action === 'suspend'
                    ? 'button warn'
                    : 'button'
              }
              onClick={() => setOpenDialog(action)}
            >
              {t(`customers.actions.${action}`)}
            </button>
          )),
        ]}
      />
      {view.error !== null && (
        <SectionError
          name={tSupportView('customers.supportView.request')}
          error={view.error}
          retry={view.refresh}
        />
      )}
      {pending.error !== null && (
        <SectionError
          name={t('customers.pending.title')}
          error={pending.error}
          retry={pending.refresh}
        />
      )}
      {view.current && <ViewStatus view={view.current} refresh={view.refresh} />}
      {pending.requests.map((request) => (
        <PendingApproval key={request.id} request={request} />
      ))}
      <Suspense fallback={null}>
        {openDialog === 'view' && (
          <RequestViewDialog
            customer={customer}
            close={() => {
              setOpenDialog(undefined)
              view.refresh()
            }}
          />
        )}
        {openDialog === 'adjust' && user && (
          <AdjustDialog customer={customer} user={user} close={close} />
        )}
        {openDialog && openDialog !== 'adjust' && openDialog !== 'view' && (
          <ChangeDialog change={openDialog} customer={customer} close={close} />
        )}
      </Suspense>
    </>
  )
}

function Figures({ customer }: { customer: CustomerDetails }) {
  const { user } = customer
  const account = user?.memberAccount
  const isByTime = isBilledByTime(user ?? null)
  const figures: Figure[] = [
    ...(account
      ? [
          {
            name: t('customers.figures.chars'),
            value: isByTime ? t('customers.figures.unlimited') : exactCount(account.usableCharNum),
            isWarning: !isByTime && account.usableCharNum === 0,
          },
          { name: t('customers.figures.voices'), value: exactCount(account.usableVoiceNum) },
          { name: t('customers.figures.images'), value: exactCount(account.usableImageNum) },
          {
            name: t('customers.figures.expires'),
            value: account.expireDateTime?.slice(0, 10) ?? t('customers.figures.never'),
            note: account.expireDateTime?.slice(11),
          },
          { name: t('customers.figures.paid'), value: yuan(account.rechargeAmountTotal) },
        ]
      : []),
    {
      name: t('customers.figures.twoFactor'),
      value: t(customer.twoFactorDateTime ? 'customers.figures.on' : 'customers.figures.off'),
      note: customer.twoFactorDateTime
        ? t('customers.figures.since', { at: customer.twoFactorDateTime.slice(0, 10) })
        : undefined,
    },
    { name: t('customers.figures.sessions'), value: exactCount(customer.sessions.length) },
  ]
  return <RecordFigures figures={figures} />
}

/** As the customer sees it. */
function Usage({ customer: { id, type, user } }: { customer: CustomerDetails }) {
  const [now] = useState(() => new Date())
  return (
    user && (
      <div className="card account-usage">
        <UsageCard
          user={user}
          isShared={type === 'main'}
          now={now}
          source={{ endpoint: customers.usage, input: { id } }}
        />
      </div>
    )
  )
}

function AccountFacts({ customer }: { customer: CustomerDetails }) {
  const channelNameOf = useChannelNames()
  const { user, ownerId, ownerAccount, type } = customer
  const channelId = user?.tranChannelId
  const facts: Fact[] = [
    { name: t('customers.facts.type'), value: messageOf(`codes.customerType.${type}`) },
    { name: t('customers.facts.id'), value: String(customer.id), copy: String(customer.id) },
    { name: t('customers.facts.account'), value: customer.account, copy: customer.account },
    { name: t('customers.facts.username'), value: customer.username },
    { name: t('customers.facts.nickname'), value: customer.nickname },
    {
      name: t('customers.facts.owner'),
      value: type === 'sub' && <AccountLink id={ownerId} account={ownerAccount} />,
    },
    {
      name: t('customers.facts.membership'),
      value: user?.memberGroup && localName(user.memberGroup),
    },
    {
      name: t('customers.facts.channel'),
      value: channelId !== null && channelId !== undefined && channelNameOf(channelId),
    },
    {
      name: t('customers.facts.invite'),
      value:
        user?.inviteCode &&
        `${user.inviteCode} · ${t('customers.facts.invited', { count: user.inviteCount ?? 0 })}`,
    },
    { name: t('customers.facts.registered'), value: user?.registerDateTime },
    { name: t('customers.facts.lastLogin'), value: user?.lastLoginLog?.loginDateTime },
  ]
  return (
    <section className="card record-section">
      <header>
        <h2>{t('customers.facts.title')}</h2>
      </header>
      <FactList facts={facts} />
    </section>
  )
}
