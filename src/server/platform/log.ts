/** Structured log, one JSON line per event; errors are described without values of queries. */

type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>
type LogLevel = 'info' | 'warn' | 'error'
type Write = (event: string, fields?: LogFields) => void
export type Log = {
  info: Write
  warn: Write
  error: Write
  /** Writes buffered events; call it before the process ends. */
  flush: () => void
}

/** Lines are buffered this long, since writing each one takes as long as answering a request. */
const bufferMilliseconds = 50

/** Passes complete lines to `write`; events below the level are omitted. */
export function createJsonLog(write: (lines: string) => void, level: LogLevel = 'info'): Log {
  let buffered: object[] = []
  const flush = () => {
    const events = buffered
    buffered = []
    if (events.length > 0) write(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  }
  const createWrite =
    (level: string): Write =>
    (event, fields) => {
      if (buffered.length === 0) setTimeout(flush, bufferMilliseconds)
      buffered.push({ time: new Date(), level, event, ...fields })
    }
  const ignore = () => {}
  return {
    info: level === 'info' ? createWrite('info') : ignore,
    warn: level === 'error' ? ignore : createWrite('warn'),
    error: createWrite('error'),
    flush,
  }
}

/**
 * Fields of the PostgreSQL driver. `detail`, `hint` and `where` quote data, so they are omitted.
 */
type ErrorDetails = {
  code?: unknown
  schema?: unknown
  table?: unknown
  column?: unknown
  constraint?: unknown
  routine?: unknown
  responseCode?: unknown
}

/** Longest chain of causes, and characters kept of a message. */
const limits = { causes: 5, message: 500 }

/**
 * Error and causes in one line. `hidden`: values that the message may repeat, such as an e-mail
 * address.
 */
export function describeError(error: unknown, hidden: readonly string[] = []): string {
  return listCauses(error)
    .map((each) => describeOne(each, hidden))
    .join(' <- ')
}

/**
 * Fields of a log line fields an error: the description, and the fields of PostgreSQL's error that
 * are useful for searches. The statement is the text with its placeholders, without values.
 */
export function errorFields(error: unknown, hidden: readonly string[] = []): LogFields {
  const chain = listCauses(error)
  const database = chain.find(isDatabaseError)
  const statement = chain
    .map((each) => (each as { query?: unknown } | null)?.query)
    .find((query) => typeof query === 'string')
  return {
    reason: describeError(error, hidden),
    ...(database && {
      sqlState: database.code,
      constraint: toIdentifier(database.constraint),
      table: toIdentifier(database.table),
    }),
    ...(statement !== undefined && { statement: redact(maskLiterals(statement), hidden) }),
  }
}

/** `describeError` with the stack of each error in the chain, for unexpected errors. */
export function traceError(error: unknown): string {
  return listCauses(error)
    .map((each) => [describeOne(each, []), ...listStackLines(each)].join('\n'))
    .join('\ncaused by: ')
}

/**
 * The error and its causes. An aggregate is represented by its first error: they differ only in the
 * address tried.
 */
export function listCauses(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (
    let next = error;
    next !== undefined && next !== null && chain.length < limits.causes && !chain.includes(next);
  ) {
    chain.push(next)
    next =
      next instanceof AggregateError && next.errors.length > 0
        ? next.errors[0]
        : next instanceof Error
          ? next.cause
          : undefined
  }
  return chain.length > 0 ? chain : [error]
}

function describeOne(error: unknown, hidden: readonly string[]): string {
  if (!(error instanceof Error))
    return redact(typeof error === 'string' ? error : Object.prototype.toString.call(error), hidden)
  const fields = error as Error & ErrorDetails
  const { code, responseCode, schema, table, column, constraint, routine } = fields
  const name = error.name === 'error' ? 'PostgreSQL error' : error.name
  const facts = Object.entries({ code, responseCode, schema, table, column, constraint, routine })
  const known = facts.flatMap(([fact, value]) => (isIdentifier(value) ? [`${fact} ${value}`] : []))
  const message = redact(maskMessage(error), hidden)
  return `${name}${message ? `: ${message}` : ''}${known.length > 0 ? ` (${known.join(', ')})` : ''}`
}

type DatabaseError = Error & { code: string } & Pick<ErrorDetails, 'constraint' | 'table'>

/** System errors have codes of five letters as well, but no severity. */
const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error &&
  'severity' in error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^[0-9A-Z]{5}$/.test(error.code)

const toIdentifier = (value: unknown): string | undefined =>
  isIdentifier(value) ? String(value) : undefined

/** Statements of migrations and maintenance contain values as literals. */
export const maskLiterals = (statement: string): string =>
  statement.replace(/\$([a-z_]\w*)?\$[^]*?\$\1\$/gi, '$$…$$').replace(/'(?:[^']|'')*'/g, "'…'")

const isIdentifier = (value: unknown): boolean =>
  (typeof value === 'string' && /^[\w$.-]{1,80}$/.test(value)) || typeof value === 'number'

/** Removes quoted values from messages that contain them. */
function maskMessage(error: Error): string {
  const { message } = error
  if (error.name === 'DrizzleQueryError' || message.startsWith('Failed query'))
    return 'Failed query'
  const code = String((error as ErrorDetails).code ?? '')
  // SQLSTATE class 22 (data exception), such as: invalid input syntax for type integer: "…".
  if (/^22[0-9A-Z]{3}$/.test(code)) return maskQuoted(message)
  if (error instanceof SyntaxError)
    return maskQuoted(
      message.replace(/(convert ).*?( to a)/s, '$1…$2').replace(/(Unexpected token ).*$/s, '$1…'),
    )
  return message.replace(/(Received ).*$/s, '$1…')
}

const maskQuoted = (text: string): string => text.replace(/(["'])[^]*\1/g, '$1…$1')

const emailPattern = /[^\s@"'<>()[\]{},;:=]+(?:@|%40)[^\s@"'<>()[\]{},;:=]+/gi
const urlPattern = /\b([a-z][a-z\d+.-]*:\/\/)(?:[^\s"'<>]*@)?([^\s?#"'<>]*)(?:[?#][^\s"'<>]*)?/gi

/** Removes e-mail addresses, credentials and queries of URLs, and the `hidden` values. */
export function redact(text: string, hidden: readonly string[] = []): string {
  const parts = hidden
    .flatMap((value) => [value, value.split('@')[0]!])
    .filter(({ length }) => length >= 3)
  const plain = parts.reduce(
    (masked, part) =>
      masked.replace(new RegExp(part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi'), '…'),
    text,
  )
  return plain
    .replace(urlPattern, '$1$2')
    .replace(emailPattern, '…@…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limits.message)
}

/** The stack repeats the message, which may contain lines that look like stack frames. */
function listStackLines(error: unknown): string[] {
  if (!(error instanceof Error) || !error.stack) return []
  const { stack, message } = error
  const from = stack.indexOf(message)
  const frames =
    from < 0 ? (stack.match(/(?:\n\s+at .*)+$/)?.[0] ?? '') : stack.slice(from + message.length)
  return frames.split('\n').filter((line) => /^\s+at /.test(line))
}
