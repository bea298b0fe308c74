/** The user service agreement in short (1.10, 1.11), opened from the login form; its text is loaded then. */
import { useRef, useState } from 'react'
import { language } from '#client/language.ts'
import { t } from '#landing/words.ts'
import { loadWords } from '#locales/catalogue.ts'
import { sentence } from '#locales/words.ts'

type Text = { terms: string[]; note: string }

export function Agreement() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [{ terms, note }, setText] = useState<Text>({ terms: [], note: '' })

  async function open() {
    setText(await load())
    dialog.current?.showModal()
  }

  return (
    <div className="agreement">
      {t('landing.login.agree')}{' '}
      <button className="link" type="button" onClick={() => void open()}>
        {t('landing.agreement.link')}
      </button>
      <dialog ref={dialog} className="terms" aria-labelledby="agreement-title" closedby="any">
        <div className="terms-box">
          <h2 id="agreement-title">{t('landing.agreement.title')}</h2>
          <ul>
            {terms.map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ul>
          <p>{note}</p>
          <button className="button" type="button" onClick={() => dialog.current?.close()}>
            {t('landing.agreement.close')}
          </button>
        </div>
      </dialog>
    </div>
  )
}

async function load(): Promise<Text> {
  try {
    const words = await loadWords(language(), 'agreement')
    const say = (name: string) => sentence(words, language(), `agreement.${name}`) ?? ''
    return { terms: ['age', 'place', 'contact', 'cancel'].map(say), note: say('full') }
  } catch {
    return { terms: [], note: t('failures.unreachable.network') }
  }
}
