/** Statements with the id of their request in a comment, which PostgreSQL's log shows. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClientBase, Pool } from 'pg'

export type RequestComments = {
  /** Runs the work of a request, whose statements get its id. */
  run: <T>(requestId: string, work: () => T) => T
  /** Adds the id to the statements of a pool or connection. */
  attach: (queryable: Pool | ClientBase) => void
}

type Query = (...args: unknown[]) => unknown

export function createRequestComments(): RequestComments {
  const requestIds = new AsyncLocalStorage<string>()
  return {
    run: (requestId, work) => requestIds.run(requestId, work),
    attach(queryable) {
      const query = queryable.query.bind(queryable) as Query
      const commented: Query = (statement, ...rest) => {
        // A pool passes a callback to its connections, maybe while another request returns one.
        const isOfPool = typeof rest.at(-1) === 'function'
        const id = isOfPool ? undefined : requestIds.getStore()
        return query(id === undefined ? statement : addComment(statement, id), ...rest)
      }
      Object.assign(queryable, { query: commented })
    },
  }
}

/**
 * At the front, because `pg_stat_activity` cuts long texts. Named statements stay as they are, since
 * PostgreSQL keeps one text per name. Request ids contain no quotes.
 */
function addComment(statement: unknown, id: string): unknown {
  const comment = `/*request_id='${id}'*/ `
  if (typeof statement === 'string') return comment + statement
  if (!isUnnamed(statement)) return statement
  return { ...statement, text: comment + statement.text }
}

const isUnnamed = (statement: unknown): statement is { text: string } =>
  typeof statement === 'object' &&
  statement !== null &&
  'text' in statement &&
  typeof statement.text === 'string' &&
  !('submit' in statement) &&
  !('name' in statement && statement.name)
