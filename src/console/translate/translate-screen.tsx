/**
 * The translation bench (spec 2.35): a text, its cost before it is sent, its translation, and the
 * allowed channels side by side.
 */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { t } from '#console/providers/i18n.ts'
import { useMe } from '#console/providers/me.ts'
import { useServed } from '#console/providers/served.ts'
import { Bench } from '#console/translate/bench.tsx'
import { Compare } from '#console/translate/compare.tsx'
import { useDraft } from '#console/translate/draft.ts'
import { History } from '#console/translate/history-list.tsx'
import { Failed } from '#console/translate/failed.tsx'
import { Samples } from '#console/translate/samples.tsx'
import { PageHeader } from '#console/ui/page-header.tsx'
import { detectSource, translation } from '#contract/translation.ts'
import '#console/screens/overlays.css'
import '#console/translate/translate.css'

export default function TranslateScreen() {
  const me = useMe()
  const { serves } = useServed()
  const offersCompare = serves(translation.compare) && serves(translation.channels)
  const languages = useQuery({
    queryKey: [translation.languages.path, me?.tranChannelId],
    queryFn: ({ signal }) => call(translation.languages, {}, { signal }),
    staleTime: 300_000,
  })
  const [asked, change] = useDraft()
  const { sourceList = [], targetList = [] } = languages.data ?? {}
  const knows = (list: typeof sourceList, code: string) =>
    list.some(({ langCode }) => langCode === code)
  // What one has chosen may not be offered by another channel.
  const source = knows(sourceList, asked.source)
    ? asked.source
    : knows(sourceList, detectSource)
      ? detectSource
      : ''
  const target = knows(targetList, asked.target) ? asked.target : ''
  const shown = { ...asked, source, target }

  return (
    <div className="translate">
      <PageHeader
        title={t('resources.translateTest.title')}
        help={t('resources.translateTest.help')}
      />
      {languages.isError && !languages.data && (
        <Failed
          title={t('translate.loadFailed')}
          error={languages.error}
          retry={() => void languages.refetch()}
        />
      )}
      {languages.data?.targetList.length === 0 && (
        <p className="form-note" data-tone="warning" role="alert">
          {t('translate.none')}
        </p>
      )}
      <Bench
        asked={shown}
        onChange={change}
        sourceList={sourceList}
        targetList={targetList}
        waiting={languages.isPending}
      />
      <Samples sourceList={sourceList} targetList={targetList} onUse={change} />
      {offersCompare && <Compare asked={shown} />}
      <History languages={[...sourceList, ...targetList]} onUse={change} />
    </div>
  )
}
