/** Dialog for changing the translation channel, with the converted quota (spec 2.36). */
import { failureRole } from '#client/refusals.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { errorMessage } from '#client/api/error-message.ts'
import {
  changeChannel,
  useChannelChange,
} from '#console/features/channel-change/use-channel-change.ts'
import '#console/features/channel-change/channel-change.css'
import { overviewKey } from '#console/features/overview/use-section-query.ts'
import { t, word } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import {
  charsOf,
  QuotaChangeTable,
  untilOf,
} from '#console/features/checkout/quota-change-table.tsx'
import { useConfirm } from '#console/engine/confirm.tsx'
import { CancelButton, FormDialog } from '#console/engine/form/form-dialog.tsx'
import '#console/ui/overlays.css'
import { localName } from '#client/i18n/format.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { packages } from '#contract/packages.ts'

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
      notifyDone(t('buying.change.done'))
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
    const text = `${t('buying.change.ask', { name: named(chosen) })}\n${consequence(quote)}`
    if (await ask({ text, yes: t('buying.change.submit'), danger: false, work })) close()
  }

  return (
    <FormDialog
      shape="modal"
      title={t('buying.change.title')}
      dirty={chosen !== ''}
      onClose={close}
    >
      <form className="channel-change" noValidate onSubmit={(event) => void submit(event)}>
        {list.isError && !list.data && (
          <Failed
            title={t('buying.change.failed')}
            error={list.error}
            retry={() => void list.refetch()}
          />
        )}
        {options?.length === 0 ? (
          <p>{t('buying.change.none')}</p>
        ) : (
          <>
            <p className="form-note" data-tone="warning">
              {t('buying.change.warning')}
            </p>
            <div className="channel-field">
              <label htmlFor={id}>{t('buying.change.field')}</label>
              <span>
                <select
                  id={id}
                  className="control"
                  value={chosen}
                  disabled={!options}
                  onChange={({ target }) => choose(target.value)}
                >
                  <option value="">{t('buying.change.placeholder')}</option>
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
                  {t('buying.change.clear')}
                </button>
              </span>
            </div>
            {quoteError !== undefined && (
              <Failed
                title={t('buying.change.previewFailed')}
                error={quoteError}
                retry={retryQuote}
              />
            )}
            {offered && quoteError === undefined && (
              <div className="channel-preview">
                {quote ? (
                  <QuotaChangeTable
                    label={t('buying.change.compare')}
                    after={t('buying.change.after')}
                    before={quote.before}
                    then={quote.after}
                    nameOf={named}
                  />
                ) : (
                  <i className="coming" role="status" aria-label={t('shell.loading')} />
                )}
                <p>{t('buying.change.subs')}</p>
              </div>
            )}
          </>
        )}
        <footer className="form-actions">
          <CancelButton>{t('pages.form.close')}</CancelButton>
          {options?.length !== 0 && (
            <button
              type="submit"
              className="button primary"
              disabled={chosen === '' || (offered && !quote && quoteError === undefined)}
            >
              {t('buying.change.submit')}
            </button>
          )}
        </footer>
      </form>
      {dialog}
    </FormDialog>
  )
}

function consequence(quote: Quote | undefined): string {
  if (!quote) return t('buying.change.askUnknown')
  const { before, after } = quote
  if (before.translationBillingMode === 'char' && charsOf(before) !== charsOf(after))
    return t('buying.change.askChars', { before: charsOf(before), chars: charsOf(after) })
  if (untilOf(before) !== untilOf(after))
    return t('buying.change.askTime', { before: untilOf(before), until: untilOf(after) })
  return t('buying.change.askSame')
}

function Failed({ title, error, retry }: { title: string; error: unknown; retry: () => void }) {
  return (
    <div className="form-note" data-tone="danger" role={failureRole(error)}>
      <span>
        {title} <small>{errorMessage(error, word).text}</small>
      </span>
      <button type="button" className="button" onClick={retry}>
        {t('shell.retry')}
      </button>
    </div>
  )
}
