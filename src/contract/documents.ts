/** Documents to translate. Their files are gone `businessLimits.documents.hours` after the upload. */
import * as z from 'zod/mini'
import { apiKeys } from '#contract/api-keys.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { defineCollection, optional, ownAndMain, withDefault } from '#contract/collection.ts'
import { FileInput, FileOutput, get, post } from '#contract/endpoint.ts'
import { choice, languageCode, text } from '#contract/field-constructors.ts'
import { glossaries } from '#contract/glossaries.ts'
import { reference } from '#contract/reference.ts'
import { Count, Flag, Id, Text, type Tone } from '#contract/vocabulary.ts'

const limits = businessLimits.documents

/** `ready`: read, and not started. `failed`: not charged, and can be started again. */
export const documentStates = ['ready', 'queued', 'translating', 'done', 'failed'] as const
export type DocumentState = (typeof documentStates)[number]

export const documentTones = {
  ready: 'plain',
  queued: 'plain',
  translating: 'primary',
  done: 'success',
  failed: 'danger',
} as const satisfies Readonly<Record<DocumentState, Tone>>

const OneDocument = z.object({ id: Id })

/** Of a document that was read. `price`: characters of the account that it costs, 0 if by time. */
const ReadDocument = z.object({ id: Id, charNum: Count, price: Count })
export type ReadDocument = z.output<typeof ReadDocument>

export const documents = defineCollection('documents', {
  path: 'document',
  /** The languages are set when it is started. */
  fields: {
    name: text({ max: limits.name }),
    sourceLangCode: optional(languageCode({ detect: true })),
    targetLangCode: optional(languageCode()),
    state: withDefault(choice(documentStates, { tones: documentTones }), 'ready'),
  },
  /**
   * `charNum`: characters of its text, `price` of the account, 0 if billed by time; once it is
   * done, those charged. `progress`: per cent. `problem`: why it failed or waits. `canStart`: the user may
   * start it now, as those may who uploaded it; its price is known.
   */
  computed: {
    charNum: Count,
    price: Count,
    progress: Count,
    canStart: Flag,
    apiKeyId: z.nullish(reference(apiKeys.calls, { title: 'name' })),
    apiKeyTitle: z.nullish(Text),
    problem: z.nullish(Text),
  },
  search: { name: ['name'] },
  filters: ['state', 'sourceLangCode', 'targetLangCode'],
  maxRows: limits.perUser,
  scope: ownAndMain,
  access: { read: 'member', write: 'nobody', remove: 'member' },
  support: 'hidden',
  deletedByAge: true,
  calls: {
    /** Reads a file, so that its price is known. */
    upload: post('/document/upload', z.object({ file: FileInput }), ReadDocument, {
      access: 'member',
      bodyType: 'multipart',
      once: true,
    }),
    /** Starts documents that are ready or failed, and says how many; others are left as they are. */
    start: post(
      '/document/start',
      z.object({
        ids: z.array(Id).check(z.minLength(1), z.maxLength(businessLimits.batch.max)),
        source: languageCode({ detect: true }),
        target: languageCode(),
        glossaryId: z.optional(reference(glossaries.calls, { title: 'name' })),
      }),
      z.object({ started: Count }),
      { access: 'member', once: true },
    ),
    download: get('/document/download', OneDocument, FileOutput, {
      access: 'member',
      support: 'hidden',
      responseType: 'file',
    }),
  },
})
