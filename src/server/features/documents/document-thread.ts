/** Reads and writes documents in worker threads, within limits of memory and time. */
import { Worker } from 'node:worker_threads'
import type {
  DocumentTask,
  DocumentTaskResult,
} from '#server/features/documents/document-worker.ts'
import { DocumentError } from '#server/features/documents/formats/parsed-document.ts'
import type { DocumentFormat } from '#contract/document-formats.ts'

/** The worker's bundle, beside this one; without a build, its source. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'mjs'
const workerUrl = new URL(`./document-worker.${extension}`, import.meta.url)

/** `atOnce`: threads at once. `megabytes`: of JavaScript's heap. `milliseconds`: of one task. */
export type DocumentLimits = { atOnce: number; megabytes: number; milliseconds: number }
const usualLimits: DocumentLimits = { atOnce: 2, megabytes: 512, milliseconds: 60_000 }

/**
 * As `readDocument` and `writeDocument`. They throw DocumentError also for a document that takes too
 * much memory or time.
 */
export type DocumentThreads = {
  read: (format: DocumentFormat, bytes: Uint8Array) => Promise<{ texts: string[] }>
  write: (
    format: DocumentFormat,
    bytes: Uint8Array,
    translations: readonly string[],
    language: string,
  ) => Promise<Uint8Array>
}

/** Each task has a thread of its own; tasks beyond `atOnce` wait in order. */
export function createDocumentThreads(limits: DocumentLimits = usualLimits): DocumentThreads {
  const waiting: (() => void)[] = []
  let running = 0
  async function run(task: DocumentTask): Promise<DocumentTaskResult> {
    if (running >= limits.atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await runInThread(task, limits)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
  return {
    async read(format, bytes) {
      const result = await run({ act: 'read', format, bytes })
      if ('texts' in result) return result
      throw toError(result)
    },
    async write(format, bytes, translations, language) {
      const result = await run({ act: 'write', format, bytes, translations, language })
      if ('bytes' in result) return result.bytes
      throw toError(result)
    },
  }
}

function toError(result: DocumentTaskResult): Error {
  if (!('failure' in result)) return new Error('The thread for documents sent another result.')
  const cause = new Error(result.failure)
  return result.reason ? new DocumentError(result.reason, { cause }) : cause
}

/** The thread does not keep the process alive, and has ended when this returns. */
async function runInThread(
  task: DocumentTask,
  { megabytes, milliseconds }: DocumentLimits,
): Promise<DocumentTaskResult> {
  const worker = new Worker(workerUrl, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  worker.unref()
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve, reject) => {
      const stop = () => reject(new DocumentError('documentTooSlow'))
      timer = setTimeout(stop, milliseconds).unref()
      worker.on('message', resolve)
      worker.on('error', (error: NodeJS.ErrnoException) => {
        const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        reject(isFull ? new DocumentError('documentTooComplex', { cause: error }) : error)
      })
      worker.on('exit', (code) => reject(new Error(`The thread for documents ended with ${code}.`)))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
