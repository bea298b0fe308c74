/** Parts of the operators' screens: loading, inputs, failures, tags, balances before and after. */
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { errorMessage, failureRole } from '#client/api/error-message.ts'
import { exactCount, parseYuan } from '#client/i18n/format.ts'
import { toneOf } from '#console/engine/fields/choices.tsx'
import { messageOf, t as common } from '#console/refine/i18n.ts'
import { useChannelNames } from '#console/refine/reference-data.ts'
import { RequestId } from '#console/ui/overlays.tsx'
import { useDebounced } from '#console/ui/use-debounced.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import type { QuotaSnapshot } from '#contract/orders.ts'
import { messagesOf } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/payments.ts'
import './payments.css'

export const t = messagesOf<typeof zh>()

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

/** Content of a drawer, once its data has loaded. */
export function Loaded<T>({
  query: { data, error, refetch },
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  children: (data: T) => ReactNode
}) {
  return (
    <div className="payment-drawer">
      {data === undefined ? (
        error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={7} />
        )
      ) : (
        children(data)
      )}
    </div>
  )
}

/** Debounce of the preview in milliseconds. */
const previewDebounce = 400

/**
 * Amount that is being typed. A preview is requested for it once `isTyping` is false, so no preview
 * belongs to another amount than the one that is sent.
 */
export function useTypedAmount(initial: string) {
  const [text, setText] = useState(initial)
  const isTyping = useDebounced(text, previewDebounce) !== text
  return { text, setText, amount: parseYuan(text), isTyping }
}

/** Input of an amount in yuan; `isInvalid`: the typed text is no amount. */
export const AmountInput = ({
  text,
  isInvalid,
  help,
  onChange,
}: {
  text: string
  isInvalid: boolean
  help: string
  onChange: (text: string) => void
}) => (
  <Labelled label={t('payments.refund.amount')} help={help}>
    <input
      className="control"
      inputMode="decimal"
      required
      value={text}
      aria-invalid={isInvalid}
      onChange={({ target }) => onChange(target.value)}
    />
    {isInvalid && <small className="field-error">{t('payments.refund.wrongAmount')}</small>}
  </Labelled>
)

/** Input of a required text; `isTried`: a submission was attempted. */
export function RequiredInput({
  label,
  help,
  value,
  isTried,
  onChange,
  ...input
}: Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string
  help?: string
  value: string
  isTried: boolean
  onChange: (text: string) => void
}) {
  const isMissing = isTried && value.trim() === ''
  return (
    <Labelled label={label} help={help}>
      <input
        {...input}
        className="control"
        required
        pattern=".*\S.*"
        value={value}
        aria-invalid={isMissing}
        onChange={({ target }) => onChange(target.value)}
      />
      {isMissing && (
        <small className="field-error">{t('payments.missing', { field: label })}</small>
      )}
    </Labelled>
  )
}

/** Focuses the first invalid input beside the button; false if there is none. */
export function focusInvalid(button: HTMLElement): boolean {
  const invalid = button
    .closest('.payment-handling')
    ?.querySelector<HTMLInputElement>('input:is(:invalid, [aria-invalid="true"])')
  invalid?.focus()
  return Boolean(invalid)
}

export const SkeletonLines = ({ lines }: { lines: number }) => (
  <div className="payment-waiting" aria-busy="true">
    <output className="visually-hidden">{common('shell.loading')}</output>
    {Array.from({ length: lines }, (_, index) => (
      <i key={index} className="waiting" />
    ))}
  </div>
)

export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { text, requestId } = errorMessage(error, messageOf)
  return (
    <div className="form-note" data-tone="danger" role={failureRole(error)}>
      <span>{text}</span>
      {requestId && <RequestId id={requestId} />}
      {retry && (
        <button type="button" className="button" onClick={retry}>
          {common('shell.retry')}
        </button>
      )}
    </div>
  )
}

export const CodeTag = ({ code, value }: { code: Parameters<typeof toneOf>[0]; value: string }) => (
  <span className="tag" data-tone={toneOf(code, value)}>
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
  t(mode === 'char' ? 'payments.quota.chars' : 'payments.refund.minutes', {
    amount: exactCount(amount),
  })

/** A labelled input with its help. */
export function Labelled({
  label,
  help,
  children,
}: {
  label: string
  help?: string | undefined
  children: ReactNode
}) {
  return (
    <label className="labelled">
      <span>{label}</span>
      {children}
      {help && <small>{help}</small>}
    </label>
  )
}
