/** The calls of programs, which authenticate by key; beside `contract`, at the root of the server. */
import { deepl } from '#contract/programs/deepl.ts'
import { deeplDocuments } from '#contract/programs/deepl-documents.ts'
import { deeplGlossaries } from '#contract/programs/deepl-glossaries.ts'
import { programLog } from '#contract/programs/translation-log.ts'
import { openai } from '#contract/programs/openai.ts'

export const programContract = { deepl, deeplDocuments, deeplGlossaries, programLog, openai }
export type ProgramContract = typeof programContract
