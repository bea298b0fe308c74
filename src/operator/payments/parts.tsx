/** Parts of the operators' screens: loading, failures, tags, balances before and after. */
import type { ReactNode } from 'react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { exactCount } from '#client/i18n/format.ts'
import { toneOf } from '#console/engine/fields/choices.tsx'
import { messageOf, t as common } from '#console/refine/i18n.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { useChannelNames } from '#console/refine/reference-data.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import type { QuotaSnapshot } from '#contract/orders.ts'
import type { CodeName } from '#contract/vocabulary.ts'
import { messagesOf } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/payments.ts'
import type { zh as refunds } from '#locales/operator/refunds.ts'
import { FailureNote } from '#console/ui/failure-note.tsx'
import './payments.css'

export const t = messagesOf<typeof zh & typeof refunds>()

/** Refetches on every mount; has no data while a changed input loads. Disabled without an input. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | undefined,
): UseQueryResult<OutputOf<E>> {
  return useQuery<OutputOf<E>>({
    queryKey: [endpoint.path, input ?? null],
    queryFn: ({ signal }) => call(endpoint, input as InputOf<E>, { signal }),
    enabled: input !== undefined,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
}

/** What follows the call of a drawer's form: other data is read again, and a success closes it. */
export function useHandled(close: () => void) {
  const refresh = useRefreshAll()
  return {
    onSaved: () => {
      void refresh()
      close()
    },
    onRefused: refresh,
  }
}

/** Content of a drawer, once its data has loaded. */
export function Loaded<T>({
  query: { data, error, refetch },
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  children: (data: T) => ReactNode
}) {
  if (data !== undefined) return children(data)
  return (
    <div className="drawer-body payment-drawer">
      {error ? (
        <FailureNote error={error} retry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={7} />
      )}
    </div>
  )
}

/** What a preview is read from: a query, or the preview of a form. */
export type PreviewState<T> = {
  readonly data: T | undefined
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

export const SkeletonLines = ({ lines }: { lines: number }) => (
  <div className="payment-waiting" aria-busy="true">
    <output className="visually-hidden">{common('shell.loading')}</output>
    {Array.from({ length: lines }, (_, index) => (
      <i key={index} className="waiting" />
    ))}
  </div>
)

export const CodeTag = ({ code, value }: { code: CodeName; value: string }) => (
  <span className="tag" data-tone={toneOf({ code }, value)}>
    {messageOf(`codes.${code}.${value}`)}
  </span>
)

/** Balance before and after, one line each. */
export function BeforeAfter({ before, after }: { before: QuotaSnapshot; after: QuotaSnapshot }) {
  const channelNameOf = useChannelNames()
  const isSameChannel = String(before.tranChannelId) === String(after.tranChannelId)
  const line = (quota: QuotaSnapshot) =>
    [formatQuota(quota), isSameChannel ? '' : channelNameOf(quota.tranChannelId)]
      .filter(Boolean)
      .join(' · ')
  return (
    <p className="before-after">
      <span>{line(before)}</span>
      <b>
        <i aria-hidden="true">→</i>
        {line(after)}
      </b>
    </p>
  )
}

function formatQuota({
  translationBillingMode: mode,
  usableCharNum,
  expireDateTime,
}: QuotaSnapshot): string {
  if (mode === 'char') return t('payments.quota.chars', { amount: exactCount(usableCharNum) })
  return expireDateTime
    ? t('payments.quota.until', { at: expireDateTime })
    : t('payments.quota.noTime')
}

/** An amount of characters or, for packages by time, of minutes. */
export const formatQuantity = (
  mode: QuotaSnapshot['translationBillingMode'],
  amount: number,
): string =>
  t(mode === 'char' ? 'payments.quota.chars' : 'refund.minutes', {
    amount: exactCount(amount),
  })
