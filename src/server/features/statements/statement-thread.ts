/** Draws statements in a worker thread of Node: one of 1,000 people takes half a second. */
import type { DrawStatement } from '#server/features/statements/draw-statement.ts'
import type { StatementOrder } from '#server/features/statements/statement-worker.ts'
import { createWorkerThread } from '#server/platform/worker-thread.ts'

/** The worker's bundle, beside this one; without a build, its source. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'mjs'
const workerUrl = new URL(`./statement-worker.${extension}`, import.meta.url)

export function createStatementThread(): DrawStatement {
  const draw = createWorkerThread<StatementOrder, Uint8Array>(workerUrl, 'statements')
  return (statement, options) => draw({ statement, options })
}
