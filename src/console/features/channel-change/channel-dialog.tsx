/** Dialog for changing the translation channel, with the converted quota (spec 2.36). */
import { failureRole, errorMessage } from '#client/api/error-message.ts'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import './channel-change.css'
import { overviewKey } from '#console/features/overview/query-card.tsx'
import { t, messageOf } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import {
  charsOf,
  QuotaChangeTable,
  untilOf,
} from '#console/features/checkout/quota-change-table.tsx'
import { useConfirm } from '#console/engine/confirm.tsx'
import { CancelButton, FormDialog } from '#console/engine/form/form-dialog.tsx'
import '../../ui/overlays.css'
import { localName } from '#client/i18n/format.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { packages, type Channel } from '#contract/packages.ts'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { mutateOnce } from '#client/api/idempotent-call.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'

type Quote = OutputOf<typeof packages.channelQuote>

export default function ChannelDialog({ current, close }: { current: string; close: () => void }) {
  const id = useId()
  const cache = useQueryClient()
  const [chosen, setChosen] = useState('')
  const [seen, setSeen] = useState(() => Date.now())
  const { list, options, nameOf, offered, quote, quoteError, retryQuote } = useChannelChange(chosen)
  const { ask, dialog } = useConfirm()
  const named = (one: string | number | null | undefined) => nameOf(one) ?? current

  const choose = (one: string) => {
    setChosen(one)
    setSeen(Date.now())
  }
  const work = async () => {
    try {
      await changeChannel(chosen, seen)
      notifyDone(t('checkout.change.done'))
      void cache.invalidateQueries({ queryKey: [overviewKey] })
      return true
    } catch (error) {
      notifyFailure(error)
      retryQuote()
      return false
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (chosen === '' || (offered && !quote && quoteError === undefined)) return
    const text = `${t('checkout.change.ask', { name: named(chosen) })}\n${consequence(quote)}`
    if (await ask({ text, yes: t('checkout.change.submit'), danger: false, work })) close()
  }

  return (
    <FormDialog
      shape="modal"
      title={t('checkout.change.title')}
      dirty={chosen !== ''}
      onClose={close}
    >
      <form className="channel-change" noValidate onSubmit={(event) => void submit(event)}>
        {list.isError && !list.data && (
          <Failed
            title={t('checkout.change.failed')}
            error={list.error}
            retry={() => void list.refetch()}
          />
        )}
        {options?.length === 0 ? (
          <p>{t('checkout.change.none')}</p>
        ) : (
          <>
            <p className="form-note" data-tone="warning">
              {t('checkout.change.warning')}
            </p>
            <div className="channel-field">
              <label htmlFor={id}>{t('checkout.change.field')}</label>
              <span>
                <select
                  id={id}
                  className="control"
                  value={chosen}
                  disabled={!options}
                  onChange={({ target }) => choose(target.value)}
                >
                  <option value="">{t('checkout.change.placeholder')}</option>
                  {options?.map((one) => (
                    <option key={one.id} value={String(one.id)}>
                      {localName(one)}
                    </option>
                  ))}
                </select>
                <button
                  type="button"
                  className="text-button"
                  disabled={chosen === ''}
                  onClick={() => choose('')}
                >
                  {t('checkout.change.clear')}
                </button>
              </span>
            </div>
            {quoteError !== undefined && (
              <Failed
                title={t('checkout.change.previewFailed')}
                error={quoteError}
                retry={retryQuote}
              />
            )}
            {offered && quoteError === undefined && (
              <div className="channel-preview">
                {quote ? (
                  <QuotaChangeTable
                    label={t('checkout.change.compare')}
                    after={t('checkout.change.after')}
                    before={quote.before}
                    then={quote.after}
                    nameOf={named}
                  />
                ) : (
                  <i className="coming" role="status" aria-label={t('shell.loading')} />
                )}
                <p>{t('checkout.change.subs')}</p>
              </div>
            )}
          </>
        )}
        <footer className="form-actions">
          <CancelButton>{t('crud.form.close')}</CancelButton>
          {options?.length !== 0 && (
            <button
              type="submit"
              className="button primary"
              disabled={chosen === '' || (offered && !quote && quoteError === undefined)}
            >
              {t('checkout.change.submit')}
            </button>
          )}
        </footer>
      </form>
      {dialog}
    </FormDialog>
  )
}

function consequence(quote: Quote | undefined): string {
  if (!quote) return t('checkout.change.askUnknown')
  const { before, after } = quote
  if (before.translationBillingMode === 'char' && charsOf(before) !== charsOf(after))
    return t('checkout.change.askChars', { before: charsOf(before), chars: charsOf(after) })
  if (untilOf(before) !== untilOf(after))
    return t('checkout.change.askTime', { before: untilOf(before), until: untilOf(after) })
  return t('checkout.change.askSame')
}

function Failed({ title, error, retry }: { title: string; error: unknown; retry: () => void }) {
  return (
    <div className="form-note" data-tone="danger" role={failureRole(error)}>
      <span>
        {title} <small>{errorMessage(error, messageOf).text}</small>
      </span>
      <button type="button" className="button" onClick={retry}>
        {t('shell.retry')}
      </button>
    </div>
  )
}

/** Data of the channel dialog: the channels on offer and the converted quota (spec 2.36). */
function useChannelChange(chosen: string) {
  const me = useCurrentUser()
  const { serves } = useCapabilities()
  const currentChannel = String(me?.tranChannelId ?? '')
  const list = useQuery({
    queryKey: ['channelChange', packages.channels.path],
    queryFn: ({ signal }) => call(packages.channels, {}, { signal }),
  })
  const offered = serves(packages.channelQuote) && chosen !== ''
  const quote = useQuery({
    queryKey: ['channelChange', packages.channelQuote.path, chosen],
    queryFn: ({ signal }) => call(packages.channelQuote, { targetChannelId: chosen }, { signal }),
    enabled: offered,
    staleTime: 0,
  })
  const nameOf = (id: Channel['id'] | null | undefined) => {
    const found = list.data?.find((one) => String(one.id) === String(id))
    return found && localName(found)
  }
  return {
    list,
    /** Leaves out the current channel. */
    options: list.data?.filter(({ id }) => String(id) !== currentChannel),
    nameOf,
    offered,
    quote: offered && !quote.isPlaceholderData ? quote.data : undefined,
    quoteError: offered && quote.isError && !quote.isPlaceholderData ? quote.error : undefined,
    retryQuote: () => void quote.refetch(),
  }
}

/**
 * `seen`: when the preview was shown that the user decided by, in Unix milliseconds. Throws
 * WireError.
 */
export async function changeChannel(targetChannelId: string, seen: number): Promise<void> {
  await mutateOnce(packages.changeChannel, { targetChannelId }, seen)
  await loadUser().catch(() => undefined)
}
