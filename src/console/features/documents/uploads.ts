/** Files that are uploaded, one after another, also while another page of the console is open. */
import { useSyncExternalStore } from 'react'
import { call } from '#client/api/call.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { isOutcomeUnknown } from '#client/api/idempotent-call.ts'
import { randomId } from '#client/browser.ts'
import { getCachedUser, onSessionChange } from '#client/session/session.ts'
import { formatPrice } from '#console/features/documents/price.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { documents, type ReadDocument } from '#contract/documents.ts'
import { WireError } from '#contract/failure.ts'

/** `key`: idempotency key, so that a file that is sent again is one document. */
type Upload = {
  readonly key: string
  readonly file: File
  readonly problem?: string | undefined
  /** Another attempt may succeed. */
  readonly canRetry?: boolean
}

/** `sending`: the file that is being sent, as which of how many. */
type Uploads = {
  readonly sending:
    | { readonly name: string; readonly at: number; readonly count: number }
    | undefined
  readonly refused: readonly Upload[]
}

export const megabytes = businessLimits.documents.bytes / 1024 ** 2
/** Seconds for which a server that is busy is waited for. */
const maxBusySeconds = 30

let waiting: readonly Upload[] = []
let uploads: Uploads = { sending: undefined, refused: [] }
const listeners = new Set<() => void>()
/** Called after each document that was added. */
const addedListeners = new Set<() => void>()
let controller = new AbortController()

function change(next: Partial<Uploads>) {
  uploads = { ...uploads, ...next }
  listeners.forEach((listener) => listener())
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useUploads = (): Uploads => useSyncExternalStore(subscribe, () => uploads)

/** Returns the unsubscribe function. */
export function onDocumentAdded(listener: () => void): () => void {
  addedListeners.add(listener)
  return () => void addedListeners.delete(listener)
}

export const uploadFiles = (files: readonly File[]): void =>
  enqueue(files.map((file) => ({ key: randomId(), file })))

/** Refuses what is no file, such as a folder. */
export const refuseFolders = (folders: readonly File[]): void =>
  change({
    refused: [
      ...uploads.refused,
      ...folders.map((file) => ({ key: randomId(), file, problem: t('documents.folder') })),
    ],
  })

/** Sends again what may succeed now; the others stay refused. */
export function retryUploads(): void {
  const again = uploads.refused.filter(({ canRetry }) => canRetry)
  change({ refused: uploads.refused.filter(({ canRetry }) => !canRetry) })
  enqueue(again.map(({ key, file }) => ({ key, file })))
}

export const dismissRefused = (): void => change({ refused: [] })

function enqueue(added: readonly Upload[]) {
  waiting = [...waiting, ...added]
  const { sending } = uploads
  if (sending) change({ sending: { ...sending, count: sending.count + added.length } })
  else if (waiting.length > 0) void work()
}

const warnBeforeLeaving = (event: Event) => event.preventDefault()

async function work(): Promise<void> {
  const added: ReadDocument[] = []
  const { signal } = controller
  addEventListener('beforeunload', warnBeforeLeaving)
  for (let at = 1; waiting[0] && !signal.aborted; at++) {
    const [upload] = waiting
    waiting = waiting.slice(1)
    change({ sending: { name: upload.file.name, at, count: at + waiting.length } })
    const outcome = await send(upload, signal)
    if (signal.aborted) return
    if ('document' in outcome) {
      added.push(outcome.document)
      addedListeners.forEach((listener) => listener())
    } else change({ refused: [...uploads.refused, { ...upload, ...outcome }] })
  }
  removeEventListener('beforeunload', warnBeforeLeaving)
  change({ sending: undefined })
  if (added.length > 0)
    notifyDone(
      t('documents.uploaded', {
        count: added.length,
        price: formatPrice(added, getCachedUser()),
      }),
    )
}

type Outcome = { document: ReadDocument } | { problem: string; canRetry: boolean }

async function send({ key, file }: Upload, signal: AbortSignal): Promise<Outcome> {
  if (file.size > businessLimits.documents.bytes)
    return { problem: t('documents.tooLarge', { megabytes }), canRetry: false }
  const endsAt = Date.now() + maxBusySeconds * 1_000
  for (;;) {
    try {
      const options = { signal, idempotencyKey: key, quiet: true }
      return { document: await call(documents.calls.upload, { file }, options) }
    } catch (error) {
      const seconds =
        error instanceof WireError && error.failure.kind === 'busy' && error.failure.seconds
      if (seconds !== false && Date.now() + seconds * 1_000 < endsAt) {
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
        continue
      }
      return {
        problem: errorMessage(error, messageOf).text,
        canRetry: seconds !== false || isOutcomeUnknown(error),
      }
    }
  }
}

/** Another user of the tab sees and sends none of them. */
onSessionChange(({ state }) => {
  if (state !== 'signedOut' && state !== 'switched') return
  controller.abort()
  controller = new AbortController()
  waiting = []
  removeEventListener('beforeunload', warnBeforeLeaving)
  change({ sending: undefined, refused: [] })
})
