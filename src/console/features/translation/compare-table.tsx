/** Results of a comparison: translation, duration and cost by channel. */
import { exactCount, localName } from '#client/i18n/format.ts'
import { t } from '#console/refine/i18n.ts'
import { DemoMark } from '#console/features/translation/result-pane.tsx'
import type { Comparison } from '#console/features/translation/use-comparison.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import type { TranslatingChannel } from '#contract/translation.ts'

export function CompareTable({
  compared: { target, results },
  channels,
}: {
  compared: Comparison
  channels: readonly TranslatingChannel[]
}) {
  return (
    <div
      className="compare-results"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling
      tabIndex={0}
      role="region"
      aria-label={t('translate.compare.title')}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t('translate.compare.channel')}</th>
            <th scope="col">{t('translate.result')}</th>
            <th scope="col" className="number">
              {t('translate.compare.time')}
            </th>
            <th scope="col" className="number">
              {t('translate.compare.price')}
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
                    <CopyButton text={translated} what={t('translate.copyWhat')} />
                  </td>
                )}
                <td className="number">{t('translate.compare.ms', { count: exactCount(ms) })}</td>
                <td className="number">{exactCount(chars)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
