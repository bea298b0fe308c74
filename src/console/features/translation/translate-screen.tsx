/** Translation page (spec 2.35): text, cost estimate, result and channel comparison. */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { t } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { Playground } from '#console/features/translation/playground.tsx'
import { Compare } from '#console/features/translation/compare.tsx'
import { useDraft } from '#console/features/translation/draft.ts'
import { History } from '#console/features/translation/history-list.tsx'
import { TranslationFailure } from '#console/features/translation/failure.tsx'
import { Samples } from '#console/features/translation/samples.tsx'
import { PageHeader } from '#console/ui/page-header.tsx'
import { detectSource, translation } from '#contract/translation.ts'
import '#console/ui/overlays.css'
import '#console/features/translation/translate.css'

export default function TranslateScreen() {
  const me = useCurrentUser()
  const { serves } = useCapabilities()
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
  // Another channel may not support the chosen languages.
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
        <TranslationFailure
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
      <Playground
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
