/** Forms of the page for developers: the reader's key, and a translation with it. */
import { demoApiKey } from '#contract/programs/demo-key.ts'
import { CodeBlock } from '#landing/developers/code.tsx'
import { sampleTarget } from '#landing/developers/document.ts'
import { InlineText } from '#landing/developers/inline-text.tsx'
import { curlCall } from '#landing/developers/samples.ts'
import { lang, t } from '#landing/messages.ts'
import { siteOrigin } from '#landing/site-data.ts'
import { hello } from '#locales/samples/hello.ts'
import { languageNameIn } from '#locales/language-names.ts'

/** How a visitor and a user get a key, and the field for it. */
export function KeyStep() {
  return (
    <>
      <p>
        <span className="for-visitor">
          <InlineText text={t('developers.start.visitor')} />
        </span>
        <span className="for-user">
          <span>
            <InlineText text={t('developers.start.user')} />
          </span>
        </span>
      </p>
      <div className="with-script key-step">
        <KeyField id="key" hint={t('developers.start.keyHint')} />
        <button className="button for-demo" type="button" data-act="demoKey" data-key={demoApiKey}>
          {t('developers.start.demo')}
        </button>
      </div>
    </>
  )
}

/** Without a name, and without completion: browsers store nothing of it. */
function KeyField({ id, hint }: { id: string; hint?: string }) {
  return (
    <div className="field">
      <label htmlFor={id}>{t('developers.start.key')}</label>
      <input
        id={id}
        type="text"
        className="field-key"
        data-act="key"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        placeholder="yq_…"
        aria-describedby={hint && `${id}-hint`}
      />
      {hint && <p id={`${id}-hint`}>{hint}</p>}
    </div>
  )
}

/** Target languages by DeepL's code, with the product's code, which names them. */
const targets = [
  ['ZH', 'zh'],
  ['ZH-HANT', 'zh-TW'],
  ['EN-US', 'en'],
  ['JA', 'ja'],
  ['KO', 'ko'],
  ['FR', 'fr'],
  ['DE', 'de'],
  ['ES', 'es'],
  ['PT-BR', 'pt'],
  ['RU', 'ru'],
  ['AR', 'ar'],
  ['VI', 'vi'],
  ['TH', 'th'],
  ['ID', 'id'],
] as const

export function TryForm() {
  const text = hello[lang()]
  const target = sampleTarget[lang()]
  return (
    <>
      <p className="without-script">{t('developers.try.script')}</p>
      <form className="with-script try" data-act="try" noValidate>
        <p>{t('developers.try.lead')}</p>
        <div className="try-fields">
          <KeyField id="try-key" />
          <div className="field">
            <label htmlFor="try-target">{t('developers.try.target')}</label>
            <select id="try-target" data-act="call" defaultValue={target} autoComplete="off">
              {targets.map(([code, product]) => (
                <option key={code} value={code}>
                  {languageNameIn(lang(), product)}
                </option>
              ))}
            </select>
          </div>
          <div className="field try-text">
            <label htmlFor="try-text">{t('developers.try.text')}</label>
            <textarea
              id="try-text"
              data-act="call"
              rows={3}
              maxLength={2_000}
              defaultValue={text}
              autoComplete="off"
            />
          </div>
        </div>
        <div className="try-send">
          <button
            className="button button-primary"
            type="submit"
            data-busy={t('developers.try.busy')}
          >
            {t('developers.try.submit')}
          </button>
          <p
            id="try-failed"
            className="try-failed"
            role="alert"
            data-no-key={t('developers.try.noKey')}
            data-no-text={t('developers.try.noText')}
            data-message={t('developers.try.failed')}
          />
        </div>
        <output className="try-answer" htmlFor="try-key try-text try-target">
          <span>{t('developers.try.answer')}</span>
          <strong id="try-translation" translate="no" />
          <span id="try-billed" data-sentence={t('developers.try.billed')} />
        </output>
        <h3>{t('developers.try.request')}</h3>
        <CodeBlock
          id="try-request"
          name={t('developers.try.request')}
          code={curlCall({ origin: siteOrigin(), text, target })}
        />
      </form>
    </>
  )
}
