/**
 * Saves translated documents one after another, each under its own name: no archive of up to
 * gigabytes has to be held in memory, and one that fails keeps none of the others back.
 */
import { call } from '#client/api/call.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { saveFile } from '#console/engine/export/export-file.ts'
import type { Document } from '#console/features/documents/document.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { documents } from '#contract/documents.ts'
import { showToast } from '#ui/toasts.tsx'

/** Milliseconds; browsers drop downloads that begin at the same time. */
const pause = 250

const warnBeforeLeaving = (event: Event) => event.preventDefault()

/** Says what is done or wrong in toasts. `onProgress`: before each. */
export async function saveDocuments(
  rows: readonly Document[],
  onProgress: (progress: { at: number; count: number }) => void = () => undefined,
): Promise<void> {
  const finished = rows.filter(({ state }) => state === 'done')
  if (finished.length === 0)
    return showToast({ key: 'documents', tone: 'info', text: t('documents.noneDone') })
  let saved = 0
  addEventListener('beforeunload', warnBeforeLeaving)
  for (const [index, { id, name }] of finished.entries()) {
    onProgress({ at: index + 1, count: finished.length })
    try {
      const file = await call(documents.calls.download, { id }, { quiet: true })
      saveFile([file], file instanceof File ? file.name : name, file.type)
      saved++
      await new Promise((resolve) => setTimeout(resolve, pause))
    } catch (error) {
      const { text: reason, requestId } = errorMessage(error, messageOf)
      showToast({ tone: 'error', text: t('documents.problem', { name, reason }), requestId })
    }
  }
  removeEventListener('beforeunload', warnBeforeLeaving)
  if (saved > 0) notifyDone(t('documents.downloaded', { count: saved }))
}
