/** Shown if the first page cannot load: a release replaced its files, or the connection broke. */
import { language } from '#client/i18n/language.ts'
import { startFailed } from '#locales/start.ts'

export function StartFailed() {
  const { text, again } = startFailed[language()]
  return (
    <main className="start-failed" role="alert">
      <p>{text}</p>
      <button type="button" onClick={() => location.reload()}>
        {again}
      </button>
    </main>
  )
}
