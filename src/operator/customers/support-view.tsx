/** Asking a customer to view the account read-only: the request, its state, and the way in. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { notifyFailure } from '#console/refine/notification.ts'
import { timeOfDay } from '#console/features/support-view/messages.ts'
import { supportViewAddress } from '#console/refine/read-only.ts'
import { supportViewRequests, type SupportViewRequest } from '#contract/operator/support-views.ts'
import type { CustomerDetails } from '#contract/operator/customers.ts'
import { canCall } from '#contract/roles.ts'
import { useCurrentOperator } from '#operator/current-operator.ts'
import { tSupportView } from '#operator/customers/messages.ts'
import { messageOf } from '#console/refine/i18n.ts'
import './customers.css'

/** Polling interval of an open request, in milliseconds. */
const pollInterval = 3_000

const isOpen = (view: SupportViewRequest | null | undefined) =>
  view?.state === 'asked' || view?.state === 'allowed'

/** The latest request, kept up to date while it is open. */
export function useSupportViewRequest(id: CustomerDetails['id'] | undefined): {
  current: SupportViewRequest | null
  canRequest: boolean
  isWaiting: boolean
  error: unknown
  refresh: () => void
} {
  const me = useCurrentOperator()
  const isOffered = id !== undefined && canCall(supportViewRequests.ask, me)
  const { data, error, isSuccess, isLoading, refetch } = useQuery({
    queryKey: [supportViewRequests.get.path, id],
    queryFn: ({ signal }) => call(supportViewRequests.get, { id: id! }, { signal, quiet: true }),
    enabled: isOffered,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isOpen(state.data) ? pollInterval : false),
  })
  return {
    current: data ?? null,
    canRequest: isOffered && isSuccess && !isOpen(data),
    isWaiting: isLoading,
    error: data === undefined ? error : null,
    refresh: () => void refetch(),
  }
}

const tones: Record<SupportViewRequest['state'], string> = {
  asked: 'warning',
  allowed: 'success',
  refused: 'danger',
  withdrawn: 'plain',
  expired: 'plain',
  ended: 'plain',
}

/** State of the request in one sentence, with what can be done. */
export function ViewStatus({ view, refresh }: { view: SupportViewRequest; refresh: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const { id, state, own, opened, reason } = view
  const end = async () => {
    setBusy(true)
    await call(supportViewRequests.end, { id }).catch(notifyFailure)
    refresh()
    setBusy(false)
  }
  return (
    <section className="customer-note" aria-label={tSupportView('customers.supportView.title')}>
      <span className="tag" data-tone={tones[state]}>
        {messageOf(`codes.supportViewState.${state}`)}
      </span>
      <p role="status">
        {statusSentence(view)} <small>{reason}</small>
      </p>
      {own === 1 && isOpen(view) && (
        <div>
          {state === 'allowed' && (
            <a
              className="button primary"
              href={`${supportViewAddress}?id=${id}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {tSupportView(
                opened ? 'customers.supportView.openAgain' : 'customers.supportView.open',
              )}
            </a>
          )}
          <button type="button" className="button" disabled={isBusy} onClick={() => void end()}>
            {tSupportView(
              state === 'asked' ? 'customers.supportView.withdraw' : 'customers.supportView.end',
            )}
          </button>
        </div>
      )}
    </section>
  )
}

function statusSentence({
  state,
  own,
  opened,
  endedBy,
  operatorName,
  untilDateTime,
}: SupportViewRequest) {
  const values = { operator: operatorName, at: timeOfDay(untilDateTime) }
  if (state === 'allowed' && opened)
    return tSupportView(
      own ? 'customers.supportView.opened' : 'customers.supportView.openedByOther',
      values,
    )
  if (state === 'ended')
    return tSupportView(`customers.supportView.ended.${endedBy ?? 'session'}`, values)
  return tSupportView(`customers.supportView.${state}`, values)
}
