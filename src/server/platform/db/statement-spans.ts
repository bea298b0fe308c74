/** A span for each statement of a pool or connection, with its text and without parameters. */
import type { Pool, ClientBase } from 'pg'
import { maskLiterals } from '#server/platform/log.ts'
import type { Tracing } from '#server/platform/tracing.ts'

type Query = (...args: unknown[]) => Promise<unknown>

/** Traces statements whose result is awaited: a pool passes a callback to its connections. */
export function traceStatements(queryable: Pool | ClientBase, { span }: Tracing): void {
  const query = queryable.query.bind(queryable) as Query
  const traced: Query = (...args) => {
    if (typeof args.at(-1) === 'function') return query(...args)
    const text = maskLiterals(findStatementText(args[0]))
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'query'
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text,
    }
    return span(operation, { kind: 'client', attributes }, () => query(...args))
  }
  Object.assign(queryable, { query: traced })
}

const findStatementText = (first: unknown): string =>
  typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '')
