/** The side of a worker thread: answers the orders of `createWorkerThread`. */
import { parentPort } from 'node:worker_threads'
import { describeError } from '#server/platform/log.ts'

export type WorkerOrder<Input> = { id: number; input: Input }
export type WorkerAnswer<Output> = { id: number; output: Output } | { id: number; failure: string }

/** One after the other, so that memory holds what one order needs only. */
export function answerOrders<Input, Output>(work: (input: Input) => Promise<Output>): void {
  let previous: Promise<void> = Promise.resolve()
  parentPort!.on('message', (order: WorkerOrder<Input>) => {
    previous = answerAfter(previous, order)
  })
  async function answerAfter(earlier: Promise<void>, { id, input }: WorkerOrder<Input>) {
    await earlier
    let answer: WorkerAnswer<Output>
    try {
      answer = { id, output: await work(input) }
    } catch (reason) {
      answer = { id, failure: describeError(reason) }
    }
    parentPort!.postMessage(answer)
  }
}
