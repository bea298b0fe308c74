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

/**
 * Milliseconds that events are gathered: a line and a write for each would cost as much as
 * answering the request.
 */
const gathering = 50

/** A log that hands whole lines to `write`. */
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
