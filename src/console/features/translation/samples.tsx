/** Sample sentences in both directions; a click fills in text and languages. */
import { t } from '#console/refine/i18n.ts'
import type { TranslationInput } from '#console/features/translation/use-translation.ts'
import type { Language } from '#contract/translation.ts'
import { sampleSentences } from '#locales/sample-sentences.ts'

type Props = {
  sourceList: readonly Language[]
  targetList: readonly Language[]
  onUse: (asked: TranslationInput) => void
}

export function Samples({ sourceList, targetList, onUse }: Props) {
  const has = (list: readonly Language[], code: string) =>
    list.some(({ langCode }) => langCode === code)
  const offered = sampleSentences
    .map(({ from, text }) => ({ source: from, target: from === 'zh' ? 'en' : 'zh', text }))
    .filter(({ source, target }) => has(sourceList, source) && has(targetList, target))
  if (offered.length === 0) return null
  return (
    <div className="translate-samples" role="group" aria-label={t('translate.samples')}>
      <span aria-hidden="true">{t('translate.samples')}</span>
      {offered.map((sample) => (
        <button
          key={sample.text}
          type="button"
          className="button"
          lang={sample.source}
          onClick={() => onUse(sample)}
        >
          {sample.text}
        </button>
      ))}
    </div>
  )
}
