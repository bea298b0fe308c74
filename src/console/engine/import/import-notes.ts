/** Failure of an import in words, and the sample of a file. */
import { errorMessage, failureRole, type ErrorMessage } from '#client/api/error-message.ts'
import { isOutcomeUnknown } from '#client/api/idempotent-call.ts'
import { byteOrderMark, csvLine, saveFile } from '#console/engine/export/export-file.ts'
import { exampleOf } from '#console/engine/import/parse-value.ts'
import type { Item } from '#console/engine/page-model.ts'
import type { GetLookupData } from '#console/engine/resource.ts'
import { messageOf, t } from '#console/refine/i18n.ts'

export type Note = ErrorMessage & { readonly role: 'alert' | 'status' }

/** Shown with the button that sends the same rows again, which adds them only once. */
export function failureNote(error: unknown): Note {
  const message = errorMessage(error, messageOf)
  const result = isOutcomeUnknown(error) ? 'failed' : 'refused'
  return {
    ...message,
    text: t(`crud.import.${result}`, { reason: message.text.replace(/[.。]$/, '') }),
    role: failureRole(error) ?? 'alert',
  }
}

/** `title`: of the list. */
export function saveSample(title: string, items: readonly Item[], getLookupData: GetLookupData) {
  saveFile(
    [
      byteOrderMark,
      csvLine(items.map(({ label }) => messageOf(label))),
      csvLine(items.map((item) => exampleOf(item, getLookupData))),
    ],
    `${title}-${t('crud.import.sampleName')}.csv`,
    'text/csv;charset=utf-8',
  )
}
