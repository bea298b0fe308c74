/** Translation page (spec 2.35). */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { t } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { Playground } from '#console/features/translation/playground.tsx'
import { Compare } from '#console/features/translation/compare.tsx'
import { useDraft } from '#console/features/translation/draft.ts'
import { TranslationFailure } from '#console/features/translation/result-pane.tsx'
import { PageHeader } from '#console/ui/page-header.tsx'
import { translation, type Language } from '#contract/translation.ts'
import { detectSource } from '#contract/vocabulary.ts'
import '../../ui/overlays.css'
import './translate.css'
import {
  type TranslationInput,
  clearHistory,
  useHistory,
} from '#console/features/translation/use-translation.ts'
import { sampleSentences } from '#locales/samples/sentences.ts'
import { languageName } from '#console/engine/fields/languages.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { Arc } from '#console/ui/arc.tsx'

export default function TranslateScreen() {
  const me = useCurrentUser()
  const { serves } = useCapabilities()
  const offersCompare = serves(translation.compare) && serves(translation.channels)
  const languages = useQuery({
    queryKey: [translation.languages.path, me?.tranChannelId],
    queryFn: ({ signal }) => call(translation.languages, {}, { signal }),
    staleTime: 300_000,
  })
  const [input, change] = useDraft()
  const { sourceList = [], targetList = [] } = languages.data ?? {}
  // Another channel may not support the chosen languages; '' is none chosen.
  const source = hasLanguage(sourceList, input.source)
    ? input.source
    : hasLanguage(sourceList, detectSource)
      ? detectSource
      : ''
  const target = hasLanguage(targetList, input.target) ? input.target : ''
  const validInput = { ...input, source, target }

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
        input={validInput}
        onChange={change}
        sourceList={sourceList}
        targetList={targetList}
        isLoading={languages.isPending}
      />
      <Samples
        sourceList={sourceList}
        targetList={targetList}
        isLoading={languages.isPending}
        onUse={change}
      />
      {offersCompare && <Compare input={validInput} />}
      <History languages={[...sourceList, ...targetList]} onUse={change} />
    </div>
  )
}

type SamplesProps = {
  sourceList: readonly Language[]
  targetList: readonly Language[]
  isLoading: boolean
  onUse: (input: TranslationInput) => void
}

const hasLanguage = (languages: readonly Language[], code: string) =>
  languages.some(({ langCode }) => langCode === code)

/** Sample sentences in both directions; a click fills in text and languages. */
export function Samples({ sourceList, targetList, isLoading, onUse }: SamplesProps) {
  const samples = sampleSentences
    .map(({ from, text }) => ({ source: from, target: from === 'zh' ? 'en' : 'zh', text }))
    .filter(
      ({ source, target }) =>
        isLoading || (hasLanguage(sourceList, source) && hasLanguage(targetList, target)),
    )
  if (samples.length === 0) return null
  return (
    <div className="translate-samples" role="group" aria-label={t('translate.samples')}>
      <span aria-hidden="true">{t('translate.samples')}</span>
      {samples.map((sample) => (
        <button
          key={sample.text}
          type="button"
          className="button"
          lang={sample.source}
          disabled={isLoading}
          onClick={() => onUse(sample)}
        >
          {sample.text}
        </button>
      ))}
    </div>
  )
}

type HistoryListProps = { languages: readonly Language[]; onUse: (input: TranslationInput) => void }

/** Translations since the page was opened, to view and reuse. */
export function History({ languages, onUse }: HistoryListProps) {
  const history = useHistory()
  const nameOf = (code: string) => {
    const known = languages.find(({ langCode }) => langCode === code)
    return known ? languageName(known) : code
  }
  return (
    <section className="card translate-history" aria-label={t('translate.history.title')}>
      <header>
        <div>
          <h2>{t('translate.history.title')}</h2>
          <p>{t('translate.history.help')}</p>
        </div>
        {history.length > 0 && (
          <button type="button" className="text-button" onClick={clearHistory}>
            {t('translate.history.clear')}
          </button>
        )}
      </header>
      {history.length === 0 && <p className="translate-none">{t('translate.history.empty')}</p>}
      <ol role="list">
        {history.map(({ id, source, target, text, translated }) => (
          <li key={id}>
            <p className="history-languages">
              {nameOf(source)} → {nameOf(target)}
            </p>
            <p className="history-text" dir="auto">
              {text}
            </p>
            <Arc />
            <p className="history-text" lang={target} dir="auto">
              {translated}
            </p>
            <p className="history-actions">
              <button
                type="button"
                className="text-button"
                onClick={() => onUse({ source, target, text })}
              >
                {t('translate.useAgain')}
              </button>
              <CopyButton text={translated} name={t('translate.copyName')} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
