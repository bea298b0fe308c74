/** Compares several channels on the same text: translation, duration and cost side by side. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { exactCount, localName } from '#client/i18n/format.ts'
import { ChangeChannel } from '#console/features/channel-change/change-channel.tsx'
import { t } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { useOffers } from '#console/refine/capabilities.ts'
import { CompareTable } from '#console/features/translation/compare-table.tsx'
import {
  charactersOf,
  costOfAll,
  isRefused,
  leftOf,
  priceOf,
  priceText,
} from '#console/features/translation/cost.ts'
import { TranslationFailure } from '#console/features/translation/failure.tsx'
import { useComparison } from '#console/features/translation/use-comparison.ts'
import type { TranslationInput } from '#console/features/translation/use-translation.ts'
import { packages } from '#contract/packages.ts'
import { translation, translationLimits, type TranslatingChannel } from '#contract/translation.ts'

const { channels: mostChannels, max } = translationLimits.compare

export function Compare({ asked }: { asked: TranslationInput }) {
  const me = useCurrentUser()
  const offers = useOffers()
  const {
    data: all,
    isError,
    error,
    refetch,
  } = useQuery({
    queryKey: [translation.channels.path, me?.tranChannelId],
    queryFn: ({ signal }) => call(translation.channels, {}, { signal }),
  })
  const [left, setLeft] = useState<readonly string[]>([])
  const { working, compared, failure, compare } = useComparison()
  if (isError && !all)
    return (
      <TranslationFailure
        title={t('translate.compare.title')}
        error={error}
        retry={() => void refetch()}
      />
    )
  if (!all || all.length < 2) return null

  const chosen = all.filter(({ id }) => !left.includes(String(id))).slice(0, mostChannels)
  const toggle = ({ id }: TranslatingChannel) =>
    setLeft((before) =>
      before.includes(String(id))
        ? before.filter((one) => one !== String(id))
        : [...before, String(id)],
    )
  const chars = charactersOf(asked.text.trim() === '' ? '' : asked.text)
  const ready =
    chars > 0 &&
    chars <= max &&
    asked.source !== '' &&
    asked.target !== '' &&
    asked.source !== asked.target &&
    chosen.length > 0
  const current = all.find((one) => one.current === 1)
  const cost = costOfAll(chars, chosen, all)
  const price = priceOf(cost, me)
  const result = { count: exactCount(cost), left: exactCount(leftOf(me) ?? 0) }
  const hint =
    chars > max
      ? t('translate.compare.tooLong', { most: exactCount(max) })
      : price === 'cost'
        ? t('translate.compare.cost', result)
        : priceText(price, result, me)
  return (
    <section className="card compare" aria-label={t('translate.compare.title')} aria-busy={working}>
      <header>
        <div>
          <h2>{t('translate.compare.title')}</h2>
          <p>{t('translate.compare.help')}</p>
        </div>
        {offers(packages.changeChannel) && current && (
          <ChangeChannel current={localName(current)} />
        )}
      </header>
      <div className="compare-ask">
        <fieldset>
          <legend className="unseen">{t('translate.compare.which')}</legend>
          {all.map((channel) => (
            <label key={channel.id} className="compare-channel">
              <input
                type="checkbox"
                checked={chosen.includes(channel)}
                onChange={() => toggle(channel)}
              />
              {localName(channel)}
              {channel.current === 1 && (
                <span className="tag">{t('translate.compare.current')}</span>
              )}
            </label>
          ))}
        </fieldset>
        <p data-tone={chars > max || isRefused(price) ? 'error' : undefined}>{hint}</p>
        <button
          type="button"
          className="button"
          disabled={!ready || working}
          aria-busy={working}
          onClick={() => void compare({ ...asked, channelIds: chosen.map(({ id }) => id) })}
        >
          {t(working ? 'translate.working' : 'translate.compare.submit')}
        </button>
      </div>
      {failure !== undefined && (
        <TranslationFailure
          error={failure}
          retry={() => void compare({ ...asked, channelIds: chosen.map(({ id }) => id) })}
        />
      )}
      {compared && <CompareTable compared={compared} channels={all} />}
    </section>
  )
}
