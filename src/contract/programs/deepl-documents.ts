/** Documents in the shape of DeepL's API. */
import * as z from 'zod/mini'
import { businessLimits } from '#contract/business-limits.ts'
import { FileInput, FileOutput, post } from '#contract/endpoint.ts'
import { text } from '#contract/field-constructors.ts'
import { translationParameters } from '#contract/programs/deepl.ts'
import { Count, Text } from '#contract/vocabulary.ts'

const UploadInput = z.object({
  file: FileInput,
  /** Default: the name of the file. Its extension says the format. */
  filename: z.optional(text({ max: businessLimits.documents.name })),
  ...translationParameters,
  /** Extension of the translation: that of the file, or `docx` of a PDF. */
  output_format: z.optional(z.string().check(z.maxLength(10))),
})

const DocumentHandle = z.object({ document_id: Text, document_key: Text })
/** `document_key`: as the upload returned it; without it, the document is not found. */
const DocumentInput = z.object({
  document_id: z.union([z.string(), z.int()]),
  document_key: z.string().check(z.minLength(1), z.maxLength(100)),
})

/** `billed_characters`: of a document that is done; 0 when billed by time. */
const DocumentStatus = z.object({
  document_id: Text,
  status: z.enum(['queued', 'translating', 'done', 'error']),
  seconds_remaining: z.optional(Count),
  billed_characters: z.optional(Count),
  error_message: z.optional(Text),
})

export const deeplDocuments = {
  /** Stores the file and starts its translation; one that can't be read has the status `error`. */
  upload: post('/v2/document', UploadInput, DocumentHandle, {
    access: 'member',
    scope: 'documents',
    once: true,
    returnsSecret: true,
    bodyType: 'multipart',
  }),
  status: post('/v2/document/{document_id}', DocumentInput, DocumentStatus, {
    access: 'member',
    scope: 'documents',
  }),
  /** 503 until the document is done. It can be downloaded more than once. */
  result: post('/v2/document/{document_id}/result', DocumentInput, FileOutput, {
    access: 'member',
    scope: 'documents',
    responseType: 'file',
  }),
}
