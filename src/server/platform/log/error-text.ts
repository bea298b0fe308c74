/**
 * Errors as text for the log and the terminal: names, codes, messages and causes, never the values
 * a query or a request carried.
 */

/**
 * What PostgreSQL's driver adds to an error. `detail`, `hint` and `where` quote rows and
 * statements, so they are not read.
 */
type Fields = {
  code?: unknown
  schema?: unknown
  table?: unknown
  column?: unknown
  constraint?: unknown
  routine?: unknown
  responseCode?: unknown
}

/** Causes of causes that are followed; characters of one message that are kept. */
const limits = { causes: 5, message: 500 }

/** One line. `hidden`: values that the message may repeat, such as a mail address. */
export function describeError(error: unknown, hidden: readonly string[] = []): string {
  return chainOf(error)
    .map((each) => headOf(each, hidden))
    .join(' <- ')
}

/**
 * As `describeError`, followed by where each error of the chain was made: for what nobody foresaw.
 */
export function traceError(error: unknown): string {
  return chainOf(error)
    .map((each) => [headOf(each, []), ...stackLines(each)].join('\n'))
    .join('\ncaused by: ')
}

/**
 * The error, its cause, the cause of that. Of an aggregate the first error stands for all: they
 * differ in the address tried.
 */
function chainOf(error: unknown): unknown[] {
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

function headOf(error: unknown, hidden: readonly string[]): string {
  if (!(error instanceof Error))
    return redact(typeof error === 'string' ? error : Object.prototype.toString.call(error), hidden)
  const fields = error as Error & Fields
  const { code, responseCode, schema, table, column, constraint, routine } = fields
  const name = error.name === 'error' ? 'PostgreSQL error' : error.name
  const facts = Object.entries({ code, responseCode, schema, table, column, constraint, routine })
  const known = facts.flatMap(([fact, value]) => (isIdentifier(value) ? [`${fact} ${value}`] : []))
  const message = redact(messageOf(error), hidden)
  return `${name}${message ? `: ${message}` : ''}${known.length > 0 ? ` (${known.join(', ')})` : ''}`
}

const isIdentifier = (value: unknown): boolean =>
  (typeof value === 'string' && /^[\w$.-]{1,80}$/.test(value)) || typeof value === 'number'

/** Messages of these kinds quote values; what is quoted is left out. */
function messageOf(error: Error): string {
  const { message } = error
  if (error.name === 'DrizzleQueryError' || message.startsWith('Failed query'))
    return 'Failed query'
  const code = String((error as Fields).code ?? '')
  // Class 22 of SQLSTATE is about data: invalid input syntax for type integer: "…".
  if (/^22[0-9A-Z]{3}$/.test(code)) return withoutQuoted(message)
  if (error instanceof SyntaxError)
    return withoutQuoted(
      message.replace(/(convert ).*?( to a)/s, '$1…$2').replace(/(Unexpected token ).*$/s, '$1…'),
    )
  return message.replace(/(Received ).*$/s, '$1…')
}

const withoutQuoted = (text: string): string => text.replace(/(["'])[^]*\1/g, '$1…$1')

const address = /[^\s@"'<>()[\]{},;:=]+(?:@|%40)[^\s@"'<>()[\]{},;:=]+/gi
const url = /\b([a-z][a-z\d+.-]*:\/\/)(?:[^\s"'<>]*@)?([^\s?#"'<>]*)(?:[?#][^\s"'<>]*)?/gi

/** Leaves out mail addresses, credentials and queries of URLs, and the values given. */
export function redact(text: string, hidden: readonly string[] = []): string {
  const parts = hidden
    .flatMap((value) => [value, value.split('@')[0]!])
    .filter(({ length }) => length >= 3)
  const plain = parts.reduce(
    (left, part) =>
      left.replace(new RegExp(part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi'), '…'),
    text,
  )
  return plain
    .replace(url, '$1$2')
    .replace(address, '…@…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limits.message)
}

/** The message, which the stack repeats, may itself have lines that look like the stack's. */
function stackLines(error: unknown): string[] {
  if (!(error instanceof Error) || !error.stack) return []
  const { stack, message } = error
  const from = stack.indexOf(message)
  const places =
    from < 0 ? (stack.match(/(?:\n\s+at .*)+$/)?.[0] ?? '') : stack.slice(from + message.length)
  return places.split('\n').filter((line) => /^\s+at /.test(line))
}
