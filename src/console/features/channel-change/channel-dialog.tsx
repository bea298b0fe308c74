/** Dialog for changing the translation channel, with the converted quota (spec 2.36). */
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import './channel-change.css'
import { sectionKey } from '#console/ui/query-card.tsx'
import { t } from '#console/refine/i18n.ts'
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
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { FailureNote } from '#console/ui/failure-note.tsx'

type Quote = OutputOf<typeof packages.channelQuote>

export default function ChannelDialog({ current, close }: { current: string; close: () => void }) {
  const id = useId()
  const cache = useQueryClient()
  const [chosen, setChosen] = useState('')
  const [chosenAt, setChosenAt] = useState(() => Date.now())
  const { channels, options, nameOf, hasPreview, quote, quoteError, retryQuote } =
    useChannelChange(chosen)
  const { ask, dialog } = useConfirm()
  const nameOrCurrent = (id: string | number | null | undefined) => nameOf(id) ?? current

  const isPreviewLoading = hasPreview && !quote && quoteError === undefined

  const choose = (id: string) => {
    setChosen(id)
    setChosenAt(Date.now())
  }
  const change = async () => {
    try {
      await changeChannel(chosen, chosenAt)
      notifyDone(t('checkout.change.done'))
      void cache.invalidateQueries({ queryKey: [sectionKey] })
      return true
    } catch (error) {
      notifyFailure(error)
      retryQuote()
      return false
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (chosen === '' || isPreviewLoading) return
    const text = `${t('checkout.change.ask', { name: nameOrCurrent(chosen) })}\n${consequenceText(quote)}`
    if (
      await ask({
        text,
        confirmLabel: t('checkout.change.submit'),
        danger: false,
        onConfirm: change,
      })
    )
      close()
  }

  return (
    <FormDialog
      shape="modal"
      title={t('checkout.change.title')}
      form={{ isSaving: false, isDirty: () => chosen !== '' }}
      onClose={close}
    >
      <form className="channel-change" noValidate onSubmit={(event) => void submit(event)}>
        {channels.isError && !channels.data && (
          <FailureNote
            title={t('checkout.change.failed')}
            error={channels.error}
            retry={() => void channels.refetch()}
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
                  {options?.map((channel) => (
                    <option key={channel.id} value={String(channel.id)}>
                      {localName(channel)}
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
              <FailureNote
                title={t('checkout.change.previewFailed')}
                error={quoteError}
                retry={retryQuote}
              />
            )}
            {hasPreview && quoteError === undefined && (
              <div className="channel-preview">
                {quote ? (
                  <QuotaChangeTable
                    label={t('checkout.change.compare')}
                    afterLabel={t('checkout.change.after')}
                    before={quote.before}
                    after={quote.after}
                    nameOf={nameOrCurrent}
                  />
                ) : (
                  <i className="skeleton-block" role="status" aria-label={t('shell.loading')} />
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
              disabled={chosen === '' || isPreviewLoading}
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

function consequenceText(quote: Quote | undefined): string {
  if (!quote) return t('checkout.change.askUnknown')
  const { before, after } = quote
  if (before.translationBillingMode === 'char' && charsOf(before) !== charsOf(after))
    return t('checkout.change.askChars', { before: charsOf(before), chars: charsOf(after) })
  if (untilOf(before) !== untilOf(after))
    return t('checkout.change.askTime', { before: untilOf(before), until: untilOf(after) })
  return t('checkout.change.askSame')
}

/** Data of the channel dialog: the channels on offer and the converted quota (spec 2.36). */
function useChannelChange(chosen: string) {
  const me = useCurrentUser()
  const { serves } = useCapabilities()
  const currentChannel = String(me?.tranChannelId ?? '')
  const channels = useQuery({
    queryKey: ['channelChange', packages.channels.path],
    queryFn: ({ signal }) => call(packages.channels, {}, { signal }),
  })
  const hasPreview = serves(packages.channelQuote) && chosen !== ''
  const quote = useQuery({
    queryKey: ['channelChange', packages.channelQuote.path, chosen],
    queryFn: ({ signal }) => call(packages.channelQuote, { targetChannelId: chosen }, { signal }),
    enabled: hasPreview,
    staleTime: 0,
  })
  const nameOf = (id: Channel['id'] | null | undefined) => {
    const channel = channels.data?.find((candidate) => String(candidate.id) === String(id))
    return channel && localName(channel)
  }
  return {
    channels,
    /** Leaves out the current channel. */
    options: channels.data?.filter(({ id }) => String(id) !== currentChannel),
    nameOf,
    hasPreview,
    quote: hasPreview ? quote.data : undefined,
    quoteError: hasPreview && quote.isError ? quote.error : undefined,
    retryQuote: () => void quote.refetch(),
  }
}

/**
 * `chosenAt`: when the user chose the channel and saw its preview, in Unix milliseconds. Throws
 * WireError.
 */
export async function changeChannel(targetChannelId: string, chosenAt: number): Promise<void> {
  await idempotentCall(packages.changeChannel, { targetChannelId }, { durableSince: chosenAt })
  await loadUser().catch(() => undefined)
}
