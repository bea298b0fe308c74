/** Payment channels offered by the server; the first one is the default (spec 9.8). */
import { failureRole } from '#client/refusals.ts'
import { useId } from 'react'
import { errorMessage } from '#client/api/error-message.ts'
import type { PayChannel } from '#console/features/checkout/effects.ts'
import { t, word } from '#console/refine/i18n.ts'
import { CheckIcon } from '#console/ui/icons.tsx'

type Props = {
  channels: readonly PayChannel[] | undefined
  chosen: PayChannel | undefined
  onChoose: (channel: PayChannel) => void
  error: unknown
  retry: () => void
}

export function PayChannels({ channels, chosen, onChoose, error, retry }: Props) {
  const id = useId()
  return (
    <section className="pay-channels" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t('buying.choose.channels')}</h3>
      {!channels && error !== undefined && (
        <p className="form-note" data-tone="danger" role={failureRole(error)}>
          <span>
            {t('buying.choose.channelsFailed')} {errorMessage(error, word).text}
          </span>
          <button type="button" className="button" onClick={retry}>
            {t('shell.retry')}
          </button>
        </p>
      )}
      {channels?.length === 0 && (
        <p className="form-note" data-tone="warning" role="status">
          {t('buying.choose.noChannels')}
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
          : [0, 1].map((at) => <i key={at} className="coming-card" />)}
      </div>
    </section>
  )
}
