/** Button that switches to the other language, labelled in that language. */
import { language, localeTag, setLanguage } from '#client/i18n/language.ts'
import { t } from '#landing/messages.ts'

export function LanguageSwitch() {
  const other = language() === 'zh' ? 'en' : 'zh'
  return (
    <button
      className="site-language"
      type="button"
      lang={localeTag(other)}
      onClick={() => setLanguage(other)}
    >
      {t(`languages.${other}`)}
    </button>
  )
}
