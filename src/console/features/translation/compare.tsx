/** Compares several channels on the same text: translation, duration and cost side by side. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { exactCount, localName } from '#client/i18n/format.ts'
import { ChangeChannel } from '#console/features/channel-change/change-channel.tsx'
import { t } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import {
  countCharacters,
  costOfComparison,
  isRefused,
  charactersLeft,
  assessCost,
  formatCost,
} from '#console/features/translation/cost.ts'
import { TranslationFailure, DemoMark } from '#console/features/translation/result-pane.tsx'
import type { TranslationInput } from '#console/features/translation/use-translation.ts'
import { packages } from '#contract/packages.ts'
import {
  translation,
  translationLimits,
  type TranslatingChannel,
  type ComparisonResult,
} from '#contract/translation.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { ScrollArea } from '#console/ui/scroll-area.tsx'

const { channels: maxChannels, characters: maxCharacters } = translationLimits.compare

export function Compare({ input }: { input: TranslationInput }) {
  const { source, target, text } = input
  const me = useCurrentUser()
  const canUse = useCanUse()
  const {
    data: all = [],
    isPending,
    isError,
    error,
    refetch,
  } = useQuery({
    queryKey: [translation.channels.path, me?.tranChannelId],
    queryFn: ({ signal }) => call(translation.channels, {}, { signal }),
  })
  const [deselected, setDeselected] = useState<readonly string[]>([])
  const { isWorking, compared, failure, compare } = useComparison()
  if (isError && all.length === 0)
    return (
      <TranslationFailure
        title={t('translate.compare.title')}
        error={error}
        retry={() => void refetch()}
      />
    )
  if (!isPending && all.length < 2) return null

  const chosen = all.filter(({ id }) => !deselected.includes(String(id))).slice(0, maxChannels)
  const toggle = ({ id }: TranslatingChannel) =>
    setDeselected((ids) =>
      ids.includes(String(id)) ? ids.filter((other) => other !== String(id)) : [...ids, String(id)],
    )
  // The server refuses blank texts, so they count as empty; others are counted with their spaces.
  const chars = countCharacters(input.text.trim() === '' ? '' : input.text)
  const isReady =
    chars > 0 &&
    chars <= maxCharacters &&
    input.source !== '' &&
    input.target !== '' &&
    input.source !== input.target &&
    chosen.length > 0
  const current = all.find((channel) => channel.current === 1)
  const cost = costOfComparison(chars, chosen, all)
  const costVerdict = assessCost(cost, me)
  const costTexts = { count: exactCount(cost), left: exactCount(charactersLeft(me) ?? 0) }
  const hint =
    chars > maxCharacters
      ? t('translate.compare.tooLong', { limit: exactCount(maxCharacters) })
      : costVerdict === 'cost'
        ? t('translate.compare.cost', costTexts)
        : formatCost(costVerdict, costTexts, me)
  return (
    <section
      className="card compare"
      aria-label={t('translate.compare.title')}
      aria-busy={isWorking || isPending}
    >
      <header>
        <div>
          <h2>{t('translate.compare.title')}</h2>
          <p>{t('translate.compare.help')}</p>
        </div>
        {canUse(packages.changeChannel) && current && (
          <ChangeChannel current={localName(current)} />
        )}
      </header>
      <div className="compare-form">
        <fieldset>
          <legend className="visually-hidden">{t('translate.compare.channels')}</legend>
          {isPending && <i className="waiting" />}
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
        <p data-tone={chars > maxCharacters || isRefused(costVerdict) ? 'error' : undefined}>
          {hint}
        </p>
        <button
          type="button"
          className="button"
          disabled={!isReady || isWorking}
          aria-busy={isWorking}
          onClick={() =>
            void compare({ source, target, text, channelIds: chosen.map(({ id }) => id) })
          }
        >
          {t(isWorking ? 'translate.working' : 'translate.compare.submit')}
        </button>
      </div>
      {failure !== undefined && (
        <TranslationFailure
          error={failure}
          neededChars={cost}
          retry={() =>
            void compare({ source, target, text, channelIds: chosen.map(({ id }) => id) })
          }
        />
      )}
      {compared && <CompareTable compared={compared} channels={all} />}
    </section>
  )
}

/** Results of a comparison: translation, duration and cost by channel. */
function CompareTable({
  compared: { target, results },
  channels,
}: {
  compared: Comparison
  channels: readonly TranslatingChannel[]
}) {
  return (
    <ScrollArea className="compare-results" label={t('translate.compare.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('translate.compare.channel')}</th>
            <th scope="col">{t('translate.result')}</th>
            <th scope="col" className="number">
              {t('translate.compare.time')}
            </th>
            <th scope="col" className="number">
              {t('translate.compare.charged')}
            </th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ tranChannelId, ms, chars, translated, demo, msg }) => {
            const channel = channels.find(({ id }) => String(id) === String(tranChannelId))
            return (
              <tr key={tranChannelId}>
                <th scope="row">{channel ? localName(channel) : tranChannelId}</th>
                {translated === undefined ? (
                  <td data-tone="error">
                    {t('translate.compare.failed')}: {msg}
                  </td>
                ) : (
                  <td>
                    <span lang={target} dir="auto">
                      {translated}
                    </span>{' '}
                    {demo && <DemoMark />}{' '}
                    <CopyButton text={translated} name={t('translate.copyName')} />
                  </td>
                )}
                <td className="number">{t('translate.compare.ms', { count: exactCount(ms) })}</td>
                <td className="number">{exactCount(chars)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollArea>
  )
}

type Comparison = { readonly target: string; readonly results: readonly ComparisonResult[] }

function useComparison() {
  const [state, setState] = useState<{
    isWorking: boolean
    compared?: Comparison
    failure?: unknown
  }>({ isWorking: false })
  const compare = async (input: InputOf<typeof translation.compare>) => {
    setState({ isWorking: true })
    try {
      const { results } = await idempotentCall(translation.compare, input)
      setState({ isWorking: false, compared: { target: input.target, results } })
    } catch (failure) {
      endSessionIfExpired(failure)
      setState({ isWorking: false, failure })
    }
    // Shows the new balance. A failed read leaves the old one on screen.
    void loadUser().catch(() => undefined)
  }
  return { ...state, compare }
}
