/** Structured log: one JSON line per event, buffered briefly. */

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>
type Write = (event: string, about?: LogFields) => void
export type Log = {
  info: Write
  warn: Write
  error: Write
  /** Writes buffered events; call it before the process ends. */
  flush: () => void
}

/**
 * Milliseconds of buffering: writing each line separately would cost as much as answering the
 * request.
 */
const gathering = 50

/** Passes complete lines to `write`. */
export function jsonLog(write: (lines: string) => void, now: () => Date = () => new Date()): Log {
  let gathered: object[] = []
  const flush = () => {
    const events = gathered
    gathered = []
    if (events.length > 0) write(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  }
  const gather =
    (level: string): Write =>
    (event, about) => {
      if (gathered.length === 0) setTimeout(flush, gathering)
      gathered.push({ time: now(), level, event, ...about })
    }
  return { info: gather('info'), warn: gather('warn'), error: gather('error'), flush }
}
