/** The structured log: one JSON line per event, gathered for a moment and written in one go. */

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>
type Write = (event: string, about?: LogFields) => void
export type Log = {
  info: Write
  warn: Write
  error: Write
  /** Writes what is still gathered; to be called before the process ends. */
  flush: () => void
}

/** Milliseconds that lines are gathered: a write for each would cost as much as answering the request. */
const gathering = 50

/** A log that hands whole lines to `write`. */
export function jsonLog(write: (lines: string) => void, now: () => Date = () => new Date()): Log {
  let gathered = ''
  const flush = () => {
    const lines = gathered
    gathered = ''
    if (lines !== '') write(lines)
  }
  const line =
    (level: string): Write =>
    (event, about) => {
      if (gathered === '') setTimeout(flush, gathering)
      gathered += `${JSON.stringify({ time: now().toISOString(), level, event, ...about })}\n`
    }
  return { info: line('info'), warn: line('warn'), error: line('error'), flush }
}
