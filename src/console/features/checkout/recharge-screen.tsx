/** Recharge page (spec 2.31): packages on the left, the order and its effect on the right. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { localName, yuan } from '#client/i18n/format.ts'
import { takeOrderAtCashier } from '#client/order-at-cashier.ts'
import { usePayment } from '#console/features/checkout/use-payment.tsx'
import { createOrderMutation } from '#console/features/checkout/create-order.ts'
import { t, word } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { OrderSummary } from '#console/features/checkout/order-summary.tsx'
import { PackageCards } from '#console/features/checkout/package-cards.tsx'
import { PayChannels } from '#console/features/checkout/pay-channels.tsx'
import { Quantity } from '#console/features/checkout/quantity.tsx'
import '#console/features/checkout/recharge.css'
import { endsSubAccounts, question, type NameOf } from '#console/features/checkout/purchase-text.ts'
import { isAsShown, quoteKey, usePurchase } from '#console/features/checkout/use-purchase.ts'
import { RechargeSkeleton } from '#console/features/checkout/recharge-skeleton.tsx'
import { useConfirm } from '#console/engine/confirm.tsx'
import { Notice } from '#console/ui/notice.tsx'
import { PageHeader } from '#console/ui/page-header.tsx'
import { showToast } from '#client/toast-store.ts'
import { RequestId } from '#console/ui/toasts.tsx'
import { channels } from '#contract/packages.ts'
import type { Holding } from '#contract/orders.ts'
import type { User } from '#contract/users.ts'

export default function RechargeScreen() {
  const me = useCurrentUser()
  const cache = useQueryClient()
  const choice = usePurchase()
  const nameOf = useChannelNames()
  const { ask, dialog: asking } = useConfirm()
  const {
    pay,
    comeBack,
    dialog: paying,
  } = usePayment(() => {
    void loadUser().catch(() => undefined)
    void cache.invalidateQueries({ queryKey: quoteKey })
  })
  useEffect(() => {
    const left = takeOrderAtCashier()
    if (left) comeBack(left)
  }, [comeBack])
  const { sale, ways, chosen, quantity, payChannel, amount, quote } = choice

  if (sale.data === undefined && sale.isError)
    return <Failed error={sale.error} retry={() => void sale.refetch()} />
  if (sale.data?.length === 0) {
    return (
      <Notice
        title={t('buying.choose.none')}
        ways={
          <button type="button" className="button" onClick={() => void sale.refetch()}>
            {t('overview.refresh')}
          </button>
        }
      >
        {t('buying.choose.noneHelp')}
      </Notice>
    )
  }

  const submit = async () => {
    if (!chosen || !quantity || !payChannel || amount === undefined) return
    const text = question({ chosen, quantity, payChannel, amount, quote, nameOf, me })
    const work = async () => {
      if (await isAsShown(chosen)) return true
      showToast({ tone: 'info', text: t('buying.order.changed') })
      choice.renew()
      return false
    }
    const yes = await ask({
      text,
      yes: t('buying.order.payAmount', { amount: yuan(amount) }),
      danger: false,
      work,
    })
    if (!yes) return
    const create = createOrderMutation(
      { memberGroupId: chosen.id, salesNum: quantity, payChannel },
      amount,
    )
    pay({
      create,
      payChannel,
      amount,
      what: t('buying.order.package', { name: localName(chosen), count: quantity }),
    })
  }

  return (
    <div className="recharge">
      <PageHeader title={t('resources.recharge.title')} help={t('resources.recharge.help')} />
      {chosen ? (
        <div className="recharge-columns">
          <div className="recharge-choices">
            <PackageCards
              packages={sale.data ?? []}
              chosen={chosen}
              current={choice.current}
              onChoose={choice.choose}
            />
          </div>
          <OrderSummary
            {...{ chosen, quantity, amount, quote, nameOf }}
            has={holdingOf(me)}
            offered={choice.offered}
            error={choice.quoteError}
            retry={choice.retryQuote}
            hint={
              ways.data && !payChannel
                ? t('buying.choose.noChannels')
                : payChannel
                  ? undefined
                  : t('buying.choose.noChannelsYet')
            }
            endsSubAccounts={endsSubAccounts(chosen, me)}
            onPay={() => void submit()}
          >
            <Quantity typed={choice.typed} onType={choice.setTyped} />
            <PayChannels
              channels={ways.data}
              chosen={payChannel}
              onChoose={choice.setPayChannel}
              error={ways.isError ? ways.error : undefined}
              retry={() => void ways.refetch()}
            />
          </OrderSummary>
        </div>
      ) : (
        <RechargeSkeleton />
      )}
      {asking}
      {paying}
    </div>
  )
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const { text, requestId } = errorMessage(error, word)
  return (
    <Notice
      alert
      title={t('buying.choose.failed')}
      ways={
        <button type="button" className="button primary" onClick={retry}>
          {t('shell.retry')}
        </button>
      }
    >
      {text}
      <br />
      {t('buying.choose.failedHelp')}
      {requestId && <RequestId id={requestId} />}
    </Notice>
  )
}

function holdingOf(me: User | null): Holding | undefined {
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
    queryKey: ['lookup', channels.list.path],
    queryFn: ({ signal }) => call(channels.list, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (id) => {
    if (id === null || id === undefined) return t('pages.list.none')
    const found = data?.find((one) => String(one.id) === String(id))
    return found ? localName(found) : data ? t('pages.unknownChannel') : ''
  }
}
