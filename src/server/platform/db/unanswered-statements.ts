/** Watches for connections that get no answer, such as those of a backend that is frozen. */
import type { ClientBase } from 'pg'

export type AnswerWatch = {
  watch: (client: ClientBase) => void
  /** Number of connections whose statements have had no answer for longer than `ms`. */
  countStuck: (ms: number) => number
}

/** `lastProgressAt`: time in milliseconds of the last answer, or of a statement sent while idle. */
type Progress = { unanswered: number; lastProgressAt: number }
type Query = (...args: unknown[]) => unknown
type Callback = (...args: unknown[]) => unknown

export function createAnswerWatch(): AnswerWatch {
  const connections = new Set<Progress>()
  return {
    watch(client) {
      const progress: Progress = { unanswered: 0, lastProgressAt: 0 }
      connections.add(progress)
      client.on('end', () => connections.delete(progress))
      const recordAnswer = () => {
        progress.unanswered -= 1
        progress.lastProgressAt = performance.now()
      }
      const query: Query = (...args) =>
        (Object.getPrototypeOf(client) as { query: Query }).query.apply(client, args)
      const watched: Query = (...args) => {
        if (hasOwnTimeout(args[0])) return query(...args)
        if (progress.unanswered === 0) progress.lastProgressAt = performance.now()
        progress.unanswered += 1
        // The pool passes a callback to its connections.
        const callback = args.at(-1)
        if (typeof callback === 'function')
          return query(...args.slice(0, -1), (...results: unknown[]) => {
            recordAnswer()
            return (callback as Callback)(...results)
          })
        const result = query(...args)
        if (result instanceof Promise) result.then(recordAnswer, recordAnswer)
        else recordAnswer()
        return result
      }
      Object.assign(client, { query: watched })
    },
    countStuck(ms) {
      const now = performance.now()
      return [...connections].filter(
        ({ unanswered, lastProgressAt }) => unanswered > 0 && now - lastProgressAt > ms,
      ).length
    },
  }
}

/** A statement of a long transaction may run for minutes; that of a ping has its own limit. */
const hasOwnTimeout = (statement: unknown): boolean =>
  typeof statement === 'object' && statement !== null && 'query_timeout' in statement
