/** Reads and writes documents in processes of their own, within limits of memory and time. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type {
  DocumentTask,
  DocumentTaskResult,
} from '#server/features/documents/document-worker.ts'
import type {
  DocumentFile,
  DocumentTexts,
  TranslatedFile,
} from '#server/features/documents/formats/documents.ts'
import { DocumentError } from '#server/features/documents/formats/parsed-document.ts'
import { ApiError } from '#server/http/errors.ts'

/** The worker's bundle, beside this one; without a build, its source. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'mjs'
const workerUrl = new URL(`./document-worker.${extension}`, import.meta.url)

/**
 * `atOnce`: processes at once; `waiting`: tasks that wait for one. `megabytes`: of JavaScript's heap.
 * `milliseconds`: of one task.
 */
export type DocumentLimits = {
  atOnce: number
  waiting: number
  megabytes: number
  milliseconds: number
}
const usualLimits: DocumentLimits = {
  atOnce: 2,
  waiting: 20,
  megabytes: 512,
  milliseconds: 120_000,
}

/** Whose task it is. `signal`: ends the task, which then throws the signal's reason. */
export type DocumentTurn = { ownerId: string; signal: AbortSignal }

/**
 * As `readDocument` and `writeDocument`. They throw DocumentError also for a document that takes too
 * much memory or time, and ApiError `tooManyRequests` when too many tasks wait.
 */
export type DocumentProcesses = {
  read: (file: DocumentFile, turn: DocumentTurn) => Promise<DocumentTexts>
  write: (document: TranslatedFile, turn: DocumentTurn) => Promise<Uint8Array>
}

/**
 * Each task has a process of its own; tasks beyond `atOnce` wait in order, those of account groups
 * without one that runs or ends first.
 */
export function createDocumentProcesses(limits: DocumentLimits = usualLimits): DocumentProcesses {
  const waiting: { ownerId: string; start: () => void }[] = []
  /** Owners of the running tasks. */
  const running: string[] = []
  const waitForTurn = ({ ownerId, signal }: DocumentTurn) =>
    new Promise<void>((resolve, reject) => {
      const task = {
        ownerId,
        start() {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(task), 1)
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', leave)
      waiting.push(task)
    })
  async function run(task: DocumentTask, turn: DocumentTurn): Promise<DocumentTaskResult> {
    turn.signal.throwIfAborted()
    if (running.length < limits.atOnce) running.push(turn.ownerId)
    else if (waiting.length < limits.waiting) await waitForTurn(turn)
    else throw new ApiError('tooManyRequests', { seconds: retrySeconds })
    try {
      return await runInProcess(task, limits, turn.signal)
    } finally {
      const idle = waiting.findIndex((other) => !running.includes(other.ownerId))
      const [next] = waiting.splice(Math.max(0, idle), 1)
      running.splice(running.indexOf(turn.ownerId), 1)
      if (next) {
        running.push(next.ownerId)
        next.start()
      }
    }
  }
  return {
    async read(file, turn) {
      const result = await run({ act: 'read', ...file }, turn)
      if ('texts' in result) return result
      throw toError(result)
    },
    async write(document, turn) {
      const result = await run({ act: 'write', ...document }, turn)
      if ('bytes' in result) return result.bytes
      throw toError(result)
    },
  }
}

/** Seconds after which a refused task may find room. */
const retrySeconds = 10

function toError(result: DocumentTaskResult): Error {
  if (!('failure' in result)) return new Error('The process for documents sent another result.')
  const cause = new Error(result.failure)
  return result.reason ? new DocumentError(result.reason, { cause }) : cause
}

/**
 * A process, since a thread that runs out of memory in one allocation ends the whole server. It has
 * none of the server's settings, does not keep the server alive, and has ended when this returns.
 */
async function runInProcess(
  task: DocumentTask,
  { megabytes, milliseconds }: DocumentLimits,
  signal: AbortSignal,
): Promise<DocumentTaskResult> {
  const worker = fork(fileURLToPath(workerUrl), {
    env: {},
    execArgv: [`--max-old-space-size=${megabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  worker.unref()
  worker.channel!.unref()
  // A trial reads and writes.
  const longest = 'trialLanguage' in task && task.trialLanguage ? 2 * milliseconds : milliseconds
  let timer: NodeJS.Timeout | undefined
  let abort: (() => void) | undefined
  try {
    return await new Promise((resolve, reject) => {
      abort = () => reject(signal.reason as Error)
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      timer = setTimeout(() => reject(new DocumentError('documentTooSlow')), longest).unref()
      worker.on('message', (result) => resolve(result as DocumentTaskResult))
      worker.on('error', reject)
      worker.on('exit', (code, ending) => {
        const cause = new Error(`The process for documents ended with ${code ?? ending}.`)
        // V8 ends a process that is out of memory in this way.
        const isFull = ending === 'SIGABRT' || ending === 'SIGTRAP'
        reject(isFull ? new DocumentError('documentTooComplex', { cause }) : cause)
      })
      worker.send(task)
    })
  } finally {
    clearTimeout(timer)
    if (abort) signal.removeEventListener('abort', abort)
    worker.kill('SIGKILL')
    // Its memory is free then; one that could not be started has no exit.
    if (worker.pid !== undefined) await ended
  }
}
