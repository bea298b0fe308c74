/** Translations since the page was opened, to view and reuse. */
import { t } from '#console/refine/i18n.ts'
import { clearHistory, useHistory } from '#console/features/translation/history.ts'
import { languageName } from '#console/features/translation/languages.ts'
import type { TranslationInput } from '#console/features/translation/use-translation.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { Arc } from '#console/ui/arc.tsx'
import type { Language } from '#contract/translation.ts'

type Props = { languages: readonly Language[]; onUse: (asked: TranslationInput) => void }

export function History({ languages, onUse }: Props) {
  const stored = useHistory()
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
        {stored.length > 0 && (
          <button type="button" className="text-button" onClick={clearHistory}>
            {t('translate.history.clear')}
          </button>
        )}
      </header>
      {stored.length === 0 && <p className="translate-none">{t('translate.history.empty')}</p>}
      <ol>
        {stored.map(({ id, source, target, text, translated }) => (
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
            <p className="history-ways">
              <button
                type="button"
                className="text-button"
                onClick={() => onUse({ source, target, text })}
              >
                {t('translate.use')}
              </button>
              <CopyButton text={translated} what={t('translate.copyWhat')} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
