/** Recharge page (spec 2.31): packages on the left, the order and its effect on the right. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { localName, yuan } from '#client/i18n/format.ts'
import { language } from '#client/i18n/language.ts'
import { createRechargeTexts } from '#client/package-texts.ts'
import { usePayment } from '#console/features/checkout/pay-dialog.tsx'
import { usePayLast } from '#console/features/checkout/use-pay-last.ts'
import { createOrderMutation } from '#console/features/checkout/create-order.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import {
  OrderSummary,
  endsSubAccounts,
  orderQuestion,
  type NameOf,
} from '#console/features/checkout/order-summary.tsx'
import {
  Quantity,
  isUnchanged,
  quoteKey,
  usePurchase,
} from '#console/features/checkout/use-purchase.tsx'
import './recharge.css'
import { useConfirm } from '#console/engine/confirm.tsx'
import { Notice } from '#console/ui/notice.tsx'
import { PageHeader } from '#console/ui/page-header.tsx'
import { lookupKey } from '#console/refine/query.ts'
import { showToast } from '#ui/toasts.tsx'
import { FailureHelp } from '#console/ui/contact-support.tsx'
import { channels, type Package } from '#contract/packages.ts'
import type { QuotaSnapshot } from '#contract/orders.ts'
import type { User } from '#contract/user.ts'
import { Prose } from '#client/i18n/prose.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { BillingMode } from '#contract/vocabulary.ts'
import type { PayChannel } from '#console/features/checkout/effects.ts'
import { FailureNote } from '#console/ui/failure-note.tsx'

export default function RechargeScreen() {
  const me = useCurrentUser()
  const cache = useQueryClient()
  const purchase = usePurchase()
  const nameOf = useChannelNames()
  const { ask, dialog: confirmDialog } = useConfirm()
  const {
    pay,
    resume,
    dialog: payDialog,
  } = usePayment(() => {
    void loadUser().catch(() => undefined)
    void cache.invalidateQueries({ queryKey: quoteKey })
  })
  const problem = usePayLast(pay, resume, purchase.showPaid)
  const { sale, payChannels, chosen, quantity, payChannel, amount, quote } = purchase

  if (sale.data === undefined && sale.isError)
    return <LoadError error={sale.error} retry={() => void sale.refetch()} />
  if (sale.data?.length === 0) {
    return (
      <Notice
        title={t('checkout.choose.none')}
        actions={
          <button type="button" className="button" onClick={() => void sale.refetch()}>
            {t('overview.refresh')}
          </button>
        }
      >
        {t('checkout.choose.noneHelp')}
      </Notice>
    )
  }

  const submit = async () => {
    if (!chosen || !quantity || !payChannel || amount === undefined) return
    const text = orderQuestion({ chosen, quantity, payChannel, amount, quote, nameOf, me })
    const checkPackage = async () => {
      if (await isUnchanged(chosen)) return true
      showToast({ tone: 'info', text: t('checkout.order.changed') })
      purchase.reload()
      return false
    }
    const isConfirmed = await ask({
      text,
      confirmLabel: t('checkout.order.payAmount', { amount: yuan(amount) }),
      danger: false,
      onConfirm: checkPackage,
    })
    if (!isConfirmed) return
    const create = createOrderMutation(
      { memberGroupId: chosen.id, salesNum: quantity, payChannel },
      amount,
    )
    pay({
      create,
      payChannel,
      amount,
      description: t('checkout.order.package', { name: localName(chosen), count: quantity }),
    })
  }

  return (
    <div className="recharge">
      <PageHeader title={t('resources.recharge.title')} help={t('resources.recharge.help')} />
      {problem && (
        <p className="form-note" data-tone="warning" role="status">
          {t(`checkout.payLast.${problem}`)}
        </p>
      )}
      {chosen ? (
        <div className="recharge-columns">
          <div className="recharge-choices">
            <PackageCards
              packages={sale.data ?? []}
              chosen={chosen}
              currentId={purchase.currentId}
              onChoose={purchase.choosePackage}
            />
          </div>
          <OrderSummary
            {...{ chosen, quantity, amount, quote, nameOf }}
            currentQuota={quotaSnapshotOf(me)}
            hasQuotes={purchase.hasQuotes}
            error={purchase.quoteError}
            retry={purchase.retryQuote}
            hint={
              payChannels.data && !payChannel
                ? t('checkout.choose.noChannels')
                : payChannel
                  ? undefined
                  : t('checkout.choose.noChannelsYet')
            }
            endsSubAccounts={endsSubAccounts(chosen, me)}
            onPay={() => void submit()}
          >
            <Quantity text={purchase.quantityText} onType={purchase.setQuantityText} />
            <PayChannels
              channels={payChannels.data}
              chosen={payChannel}
              onChoose={purchase.setPayChannel}
              error={payChannels.isError ? payChannels.error : undefined}
              retry={() => void payChannels.refetch()}
            />
          </OrderSummary>
        </div>
      ) : (
        <RechargeSkeleton />
      )}
      {confirmDialog}
      {payDialog}
    </div>
  )
}

function LoadError({ error, retry }: { error: unknown; retry: () => void }) {
  const { text, requestId } = errorMessage(error, messageOf)
  return (
    <Notice
      alert
      title={t('checkout.choose.failed')}
      actions={
        <button type="button" className="button primary" onClick={retry}>
          {t('shell.retry')}
        </button>
      }
    >
      {text}
      <br />
      {t('checkout.choose.failedHelp')} <FailureHelp requestId={requestId} />
    </Notice>
  )
}

function quotaSnapshotOf(me: User | null): QuotaSnapshot | undefined {
  if (!me?.memberGroup) return undefined
  const { usableCharNum, expireDateTime } = me.memberAccount
  return {
    translationBillingMode: me.memberGroup.translationBillingMode,
    tranChannelId: me.tranChannelId,
    usableCharNum,
    expireDateTime,
  }
}

/** An unlisted channel is named "unknown" (spec 2.32). */
function useChannelNames(): NameOf {
  const { data } = useQuery({
    queryKey: [lookupKey, channels.list.path],
    queryFn: ({ signal }) => call(channels.list, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (id) => {
    if (id === null || id === undefined) return t('crud.list.none')
    const channel = data?.find((candidate) => String(candidate.id) === String(id))
    return channel ? localName(channel) : data ? t('crud.unknownChannel') : ''
  }
}

type PackageCardsProps = {
  packages: readonly Package[]
  chosen: Package
  /** Id of the current package. */
  currentId: string
  onChoose: (id: string) => void
}

/** Packages on sale in two groups (spec 2.31), as native radio buttons styled as cards. */
export function PackageCards({ packages, chosen, currentId, onChoose }: PackageCardsProps) {
  const id = useId()
  const groups = BillingMode.options
    .map((mode) => ({
      mode,
      packagesOfMode: packages.filter(
        ({ translationBillingMode }) => translationBillingMode === mode,
      ),
    }))
    .filter(({ packagesOfMode }) => packagesOfMode.length > 0)
  return (
    <div role="radiogroup" aria-label={t('checkout.choose.packages')} className="package-groups">
      {groups.map(({ mode, packagesOfMode }) => (
        <section key={mode} aria-labelledby={`${id}-${mode}`}>
          <h2 id={`${id}-${mode}`}>{t(`checkout.groups.${mode}.title`)}</h2>
          <p>{t(`checkout.groups.${mode}.help`)}</p>
          <div className="package-cards">
            {packagesOfMode.map((pkg) => (
              <label key={pkg.id} className="choice-card">
                <input
                  type="radio"
                  name={id}
                  checked={pkg === chosen}
                  onChange={() => onChoose(String(pkg.id))}
                />
                <Card pkg={pkg} isCurrent={String(pkg.id) === currentId} />
              </label>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function Card({ pkg, isCurrent }: { pkg: Package; isCurrent: boolean }) {
  const { name, quota, terms, about, price, rate } = createRechargeTexts(pkg, language(), messageOf)
  return (
    <>
      <span className="package-name">
        {name}
        <i className="chosen-mark">
          <CheckIcon />
        </i>
      </span>
      <b className="package-holds">{quota}</b>
      <small>
        <Prose>{terms}</Prose>
      </small>
      {about !== undefined && (
        <small>
          <Prose>{about}</Prose>
        </small>
      )}
      <span className="package-price">
        {price}
        {isCurrent && <small className="tag">{t('checkout.choose.current')}</small>}
      </span>
      <small>
        <Prose>{rate}</Prose>
      </small>
    </>
  )
}

type PayChannelsProps = {
  channels: readonly PayChannel[] | undefined
  chosen: PayChannel | undefined
  onChoose: (channel: PayChannel) => void
  error: unknown
  retry: () => void
}

/** Payment channels offered by the server; the first one is the default (spec 9.8). */
function PayChannels({ channels, chosen, onChoose, error, retry }: PayChannelsProps) {
  const id = useId()
  return (
    <section className="pay-channels" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t('checkout.choose.channels')}</h3>
      {!channels && error !== undefined && (
        <FailureNote error={error} title={t('checkout.choose.channelsFailed')} retry={retry} />
      )}
      {channels?.length === 0 && (
        <p className="form-note" data-tone="warning" role="status">
          {t('checkout.choose.noChannels')}
        </p>
      )}
      <div
        role="radiogroup"
        aria-labelledby={`${id}-title`}
        className="channel-cards"
        hidden={channels ? channels.length === 0 : error !== undefined}
      >
        {channels
          ? channels.map((channel) => (
              <label key={channel} className="choice-card">
                <input
                  type="radio"
                  name={id}
                  checked={channel === chosen}
                  onChange={() => onChoose(channel)}
                />
                <span>{t(`codes.payChannel.${channel}`)}</span>
                <i className="chosen-mark">
                  <CheckIcon />
                </i>
              </label>
            ))
          : [0, 1].map((index) => <i key={index} className="skeleton-card" />)}
      </div>
    </section>
  )
}

/** Loading skeleton of the recharge page. */
function RechargeSkeleton() {
  return (
    <div className="recharge-columns" role="status" aria-label={t('shell.loading')}>
      <div className="package-groups">
        {BillingMode.options.map((mode) => (
          <section key={mode}>
            <h2>{t(`checkout.groups.${mode}.title`)}</h2>
            <p>{t(`checkout.groups.${mode}.help`)}</p>
            <div className="package-cards">
              {[0, 1, 2, 3].map((index) => (
                <i key={index} className="skeleton-card" />
              ))}
            </div>
          </section>
        ))}
      </div>
      <i className="skeleton-card skeleton-order" />
    </div>
  )
}
