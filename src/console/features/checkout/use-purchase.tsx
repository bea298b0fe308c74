/** Purchase form stored in the URL (spec 4.3): package, quantity and its input, channel, quote. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, useCallback, useEffect, useOptimistic, useState, useId } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#client/api/call.ts'
import type { PayChannel } from '#console/features/checkout/effects.ts'
import { onTopicsChanged } from '#console/refine/live.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { useDebounced } from '#console/ui/use-debounced.ts'
import { orders } from '#contract/orders.ts'
import { packages, type Package } from '#contract/packages.ts'
import { topicOf } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { t } from '#console/refine/i18n.ts'
import { businessLimits } from '#contract/business-limits.ts'

/** Debounce of the quote request in milliseconds. */
const quoteDebounce = 250

const rechargeKey = 'recharge'

export const quoteKey = [rechargeKey, orders.quote.path]

/** Topics that make the quote stale: the catalogue and the user's quota. */
const quoteTopics = [packages.sale, users.get].map(topicOf)

/** What an order is for, as far as it is known. */
export type Paid = {
  readonly memberGroupId?: string | number | null | undefined
  readonly salesNum?: number | null | undefined
  readonly payChannel?: PayChannel | null | undefined
}

export function usePurchase() {
  const me = useCurrentUser()
  const cache = useQueryClient()
  const [address, setAddress] = useSearchParams()
  // Navigation is a low-priority update; the choice is shown optimistically.
  const [query, setQuery] = useOptimistic(address)
  const [quantityText, setQuantityText] = useState(() => query.get('quantity') ?? '1')
  /** Stores the choice in the URL, so that it survives a reload in another language. */
  const setParameter = (key: string, value: string) => {
    const next = new URLSearchParams(location.search)
    next.set(key, value)
    startTransition(() => {
      setQuery(next)
      setAddress(next, { replace: true })
    })
  }
  /** Shows what is being paid, and removes the parameter `pay`. */
  const showPaid = useCallback(
    ({ memberGroupId, salesNum, payChannel }: Paid) => {
      if (salesNum != null) setQuantityText(String(salesNum))
      const shown = { package: memberGroupId, quantity: salesNum, channel: payChannel }
      setAddress(
        (former) => {
          const next = new URLSearchParams(former)
          next.delete('pay')
          for (const [key, value] of Object.entries(shown))
            if (value != null) next.set(key, String(value))
          return next
        },
        { replace: true },
      )
    },
    [setAddress],
  )
  const sale = useQuery({
    queryKey: [rechargeKey, packages.sale.path],
    queryFn: ({ signal }) => call(packages.sale, {}, { signal }),
  })
  const payChannels = useQuery({
    queryKey: [rechargeKey, orders.payChannels.path],
    queryFn: ({ signal }) => call(orders.payChannels, {}, { signal }),
  })
  const reload = useCallback(
    () => void cache.invalidateQueries({ queryKey: [rechargeKey] }),
    [cache],
  )
  useEffect(() => {
    const unsubscribe = onTopicsChanged(
      (changed) => quoteTopics.some((topic) => changed.includes(topic)) && reload(),
    )
    return unsubscribe
  }, [reload])

  const currentId = String(me?.memberGroupId ?? '')
  const packageById = (id: string | null) => sale.data?.find((pkg) => String(pkg.id) === id)
  const chosen = packageById(query.get('package')) ?? packageById(currentId) ?? sale.data?.[0]
  const quantity = parseQuantity(quantityText)
  const quoteState = useQuote(chosen, quantity)
  return {
    sale,
    payChannels,
    /** Id of the current package. */
    currentId,
    chosen,
    choosePackage: (id: string) => setParameter('package', id),
    quantityText,
    setQuantityText: (text: string) => {
      setQuantityText(text)
      setParameter('quantity', text)
    },
    quantity,
    showPaid,
    payChannel:
      payChannels.data?.find((channel) => channel === query.get('channel')) ??
      payChannels.data?.[0],
    setPayChannel: (channel: PayChannel) => setParameter('channel', channel),
    amount: chosen && quantity && (quoteState.quote?.amount ?? chosen.salePrice * quantity),
    ...quoteState,
    reload,
  }
}

/**
 * Whether a package still has the price and quota shown. A missing package, or a failed request,
 * counts as unchanged: the server validates the order.
 */
export async function isUnchanged({ id, salePrice, num }: Package): Promise<boolean> {
  const sale = await call(packages.sale, {}).catch(() => [])
  const offer = sale.find((pkg) => String(pkg.id) === String(id))
  return !offer || (offer.salePrice === salePrice && offer.num === num)
}

/**
 * Loads the quote. `hasQuotes` is false if the backend has no quotes; then only the price is shown.
 * A response to an earlier choice is ignored.
 */
function useQuote(chosen: Package | undefined, quantity: number | undefined) {
  const { serves, isLoaded } = useCapabilities()
  const currentKey = chosen && quantity ? `${chosen.id} ${quantity}` : ''
  const debouncedKey = useDebounced(currentKey, quoteDebounce)
  const hasQuotes = serves(orders.quote)
  const { data, error, refetch } = useQuery({
    queryKey: [...quoteKey, debouncedKey],
    queryFn: ({ signal }) =>
      call(orders.quote, { memberGroupId: chosen!.id, salesNum: quantity! }, { signal }),
    enabled: hasQuotes && debouncedKey !== '' && debouncedKey === currentKey,
  })
  const isCurrent = debouncedKey === currentKey
  return {
    hasQuotes: hasQuotes || !isLoaded,
    quote: isCurrent ? data : undefined,
    quoteError: isCurrent && data === undefined ? (error ?? undefined) : undefined,
    retryQuote: () => void refetch(),
  }
}

const { min, max } = businessLimits.sales

/** Parses the quantity; undefined if it is out of range or not an integer. */
function parseQuantity(text: string): number | undefined {
  const number = Number(text)
  return text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
    ? number
    : undefined
}

export function Quantity({ text, onType }: { text: string; onType: (text: string) => void }) {
  const id = useId()
  const quantity = parseQuantity(text)
  const changeBy = (step: number) =>
    onType(String(Math.min(max, Math.max(min, (quantity ?? min) + step))))
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
          disabled={quantity === min}
          onClick={() => changeBy(-1)}
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
          value={text}
          aria-invalid={quantity === undefined}
          aria-describedby={`${id}-error`}
          onWheel={({ currentTarget }) => currentTarget.blur()}
          onChange={({ target }) => onType(target.value)}
        />
        <button
          type="button"
          className="button"
          aria-label={t('checkout.choose.more')}
          disabled={quantity === max}
          onClick={() => changeBy(1)}
        >
          +
        </button>
        <p id={`${id}-error`} className="error" role="status">
          {quantity === undefined && t('checkout.choose.quantityError', { min, max })}
        </p>
      </div>
    </section>
  )
}
