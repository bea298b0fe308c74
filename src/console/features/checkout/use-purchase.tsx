/** Purchase form stored in the URL (spec 4.3): package, quantity, payment channel, quote. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, useCallback, useEffect, useOptimistic, useState, useId } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#client/api/call.ts'
import type { PayChannel } from '#console/features/checkout/effects.ts'
import { onChanged } from '#console/refine/live.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { useSettled } from '#console/ui/use-debounced.ts'
import { orders } from '#contract/orders.ts'
import { packages, type Package } from '#contract/packages.ts'
import { topicOf } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { t } from '#console/refine/i18n.ts'
import { businessLimits } from '#contract/business-limits.ts'

/** Debounce of the quote request in milliseconds. */
const typing = 250

const key = 'recharge'

export const quoteKey = [key, orders.quote.path]

/** Topics that make the quote stale: the catalogue and the user's quota. */
const about = [packages.sale, users.get].map(topicOf)

export function usePurchase() {
  const me = useCurrentUser()
  const cache = useQueryClient()
  const [address, setAddress] = useSearchParams()
  // Navigation is a low-priority update; the choice is shown optimistically.
  const [query, setQuery] = useOptimistic(address)
  const [typed, setTyped] = useState(() => query.get('quantity') ?? '1')
  /** Stores the choice in the URL, so that it survives a reload in another language. */
  const note = (key: string, value: string) => {
    const now = new URLSearchParams(location.search)
    now.set(key, value)
    startTransition(() => {
      setQuery(now)
      setAddress(now, { replace: true })
    })
  }
  const sale = useQuery({
    queryKey: [key, packages.sale.path],
    queryFn: ({ signal }) => call(packages.sale, {}, { signal }),
  })
  const ways = useQuery({
    queryKey: [key, orders.payChannels.path],
    queryFn: ({ signal }) => call(orders.payChannels, {}, { signal }),
  })
  const renew = useCallback(() => void cache.invalidateQueries({ queryKey: [key] }), [cache])
  useEffect(() => {
    const unsubscribe = onChanged(
      (changed) => about.some((one) => changed.includes(one)) && renew(),
    )
    return unsubscribe
  }, [renew])

  const current = String(me?.memberGroupId ?? '')
  const named = (id: string | null) => sale.data?.find((one) => String(one.id) === id)
  const chosen = named(query.get('package')) ?? named(current) ?? sale.data?.[0]
  const quantity = quantityIn(typed)
  const quoted = useQuote(chosen, quantity)
  return {
    sale,
    ways,
    current,
    chosen,
    choose: (id: string) => note('package', id),
    typed,
    setTyped: (text: string) => {
      setTyped(text)
      note('quantity', text)
    },
    quantity,
    payChannel: ways.data?.find((one) => one === query.get('channel')) ?? ways.data?.[0],
    setPayChannel: (channel: PayChannel) => note('channel', channel),
    amount: chosen && quantity && (quoted.quote?.amount ?? chosen.salePrice * quantity),
    ...quoted,
    renew,
  }
}

/**
 * Whether a package still has the price and quota shown. A missing package, or a failed request,
 * counts as unchanged: the server validates the order.
 */
export async function isAsShown({ id, salePrice, num }: Package): Promise<boolean> {
  const sale = await call(packages.sale, {}).catch(() => [])
  const now = sale.find((one) => String(one.id) === String(id))
  return !now || (now.salePrice === salePrice && now.num === num)
}

/**
 * Loads the quote. `offered` is false if the backend has no quotes; then only the price is shown. A
 * response to an earlier choice is ignored.
 */
function useQuote(chosen: Package | undefined, quantity: number | undefined) {
  const { serves, known } = useCapabilities()
  const quoted = useSettled(chosen && quantity ? `${chosen.id} ${quantity}` : '', typing)
  const now = chosen && quantity ? `${chosen.id} ${quantity}` : ''
  const offered = serves(orders.quote)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...quoteKey, quoted],
    queryFn: ({ signal }) =>
      call(orders.quote, { memberGroupId: chosen!.id, salesNum: quantity! }, { signal }),
    enabled: offered && quoted !== '' && quoted === now,
  })
  const answered = quoted === now && !isPlaceholderData
  return {
    offered: offered || !known,
    quote: answered ? data : undefined,
    quoteError: answered && data === undefined ? (error ?? undefined) : undefined,
    retryQuote: () => void refetch(),
  }
}

const { min, max } = businessLimits.sales

/** Parses the quantity; undefined if it is out of range or not an integer. */
function quantityIn(typed: string): number | undefined {
  const number = Number(typed)
  return typed.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
    ? number
    : undefined
}

export function Quantity({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const id = useId()
  const number = quantityIn(typed)
  const by = (step: number) => onType(String(Math.min(max, Math.max(min, (number ?? min) + step))))
  return (
    <section className="quantity">
      <h3>
        <label htmlFor={id}>{t('checkout.choose.quantity')}</label>
      </h3>
      <div>
        <button
          type="button"
          className="button"
          aria-label={t('checkout.choose.fewer')}
          disabled={number === min}
          onClick={() => by(-1)}
        >
          −
        </button>
        <input
          id={id}
          className="control"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          value={typed}
          aria-invalid={number === undefined}
          aria-describedby={`${id}-fault`}
          onWheel={({ currentTarget }) => currentTarget.blur()}
          onChange={({ target }) => onType(target.value)}
        />
        <button
          type="button"
          className="button"
          aria-label={t('checkout.choose.more')}
          disabled={number === max}
          onClick={() => by(1)}
        >
          +
        </button>
        <p id={`${id}-fault`} className="fault" role="status">
          {number === undefined && t('checkout.choose.quantityFault', { min, max })}
        </p>
      </div>
    </section>
  )
}
