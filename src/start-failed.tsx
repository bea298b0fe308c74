/**
 * Drawn when the first page could not be loaded: a new release has replaced its files, or the
 * connection broke.
 */
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
