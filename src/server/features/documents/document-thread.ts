/** Reads and writes documents in processes of their own, within limits of memory and time. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type {
  DocumentTask,
  DocumentTaskResult,
} from '#server/features/documents/document-worker.ts'
import type { DocumentTexts } from '#server/features/documents/formats/documents.ts'
import { DocumentError } from '#server/features/documents/formats/parsed-document.ts'
import type { DocumentFormat } from '#contract/document-formats.ts'

/** The worker's bundle, beside this one; without a build, its source. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'mjs'
const workerUrl = new URL(`./document-worker.${extension}`, import.meta.url)

/** `atOnce`: processes at once. `megabytes`: of JavaScript's heap. `milliseconds`: of one task. */
export type DocumentLimits = { atOnce: number; megabytes: number; milliseconds: number }
const usualLimits: DocumentLimits = { atOnce: 2, megabytes: 512, milliseconds: 120_000 }

/**
 * As `readDocument` and `writeDocument`. They throw DocumentError also for a document that takes too
 * much memory or time.
 */
export type DocumentThreads = {
  read: (format: DocumentFormat, bytes: Uint8Array, ownerId: string) => Promise<DocumentTexts>
  write: (
    format: DocumentFormat,
    bytes: Uint8Array,
    translations: readonly string[],
    language: string,
    ownerId: string,
  ) => Promise<Uint8Array>
}

/**
 * Each task has a process of its own; tasks beyond `atOnce` wait in order, those of account groups
 * without one that runs or ends first.
 */
export function createDocumentThreads(limits: DocumentLimits = usualLimits): DocumentThreads {
  const waiting: { ownerId: string; start: () => void }[] = []
  /** Owners of the running tasks. */
  const running: string[] = []
  async function run(task: DocumentTask, ownerId: string): Promise<DocumentTaskResult> {
    if (running.length < limits.atOnce) running.push(ownerId)
    else await new Promise<void>((start) => waiting.push({ ownerId, start }))
    try {
      return await runInProcess(task, limits)
    } finally {
      const idle = waiting.findIndex((other) => !running.includes(other.ownerId))
      const [next] = waiting.splice(Math.max(0, idle), 1)
      running.splice(running.indexOf(ownerId), 1)
      if (next) {
        running.push(next.ownerId)
        next.start()
      }
    }
  }
  return {
    async read(format, bytes, ownerId) {
      const result = await run({ act: 'read', format, bytes }, ownerId)
      if ('texts' in result) return result
      throw toError(result)
    },
    async write(format, bytes, translations, language, ownerId) {
      const result = await run({ act: 'write', format, bytes, translations, language }, ownerId)
      if ('bytes' in result) return result.bytes
      throw toError(result)
    },
  }
}

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
): Promise<DocumentTaskResult> {
  const worker = fork(fileURLToPath(workerUrl), {
    env: {},
    execArgv: [`--max-old-space-size=${megabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  worker.unref()
  worker.channel!.unref()
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new DocumentError('documentTooSlow')), milliseconds).unref()
      worker.on('message', (result) => resolve(result as DocumentTaskResult))
      worker.on('error', reject)
      worker.on('exit', (code, signal) => {
        const cause = new Error(`The process for documents ended with ${code ?? signal}.`)
        // V8 ends a process that is out of memory in this way.
        const isFull = signal === 'SIGABRT' || signal === 'SIGTRAP'
        reject(isFull ? new DocumentError('documentTooComplex', { cause }) : cause)
      })
      worker.send(task)
    })
  } finally {
    clearTimeout(timer)
    worker.kill('SIGKILL')
  }
}
