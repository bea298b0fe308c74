/** Handlers of glossaries in DeepL's shape. */
import Papa from 'papaparse'
import type { OutputOf } from '#contract/endpoint.ts'
import type {
  deeplGlossaries as calls,
  DictionaryInput,
} from '#contract/programs/deepl-glossaries.ts'
import { glossaryTerms } from '#contract/glossaries.ts'
import type { ProgramUser } from '#server/features/api-keys/index.ts'
import {
  addGlossary,
  putEntries,
  readDictionarySizes,
  readEntries,
  readGlossaries,
  removeDictionary,
  removeGlossary,
  renameGlossary,
  type DictionarySize,
  type Entry,
  type Glossary,
  type LanguagePairOfTerms,
} from '#server/features/glossaries/index.ts'
import { findLanguage, toSourceCode } from '#server/features/programs/language-codes.ts'
import { allCodes } from '#server/features/translation/index.ts'
import { ApiError } from '#server/http/errors.ts'
import type { HandlerFor, SignedCall } from '#server/http/handler.ts'
import { validateFields } from '#server/http/validation.ts'

type Calls = typeof calls
type ProgramHandler<C extends keyof Calls> = HandlerFor<Calls[C], ProgramUser>
type Call = SignedCall<ProgramUser>
type GlossaryId = string | number

const languages = allCodes.split(' ')
/** Languages for which DeepL names glossaries; others may have them as well. */
const listedLanguages = 'ar da de en es fr it ja ko nb nl pl pt ro ru sv tr zh'.split(' ')

export const listGlossaryPairs: ProgramHandler<'pairs'> = () =>
  Promise.resolve({
    supported_languages: listedLanguages.flatMap((source) =>
      listedLanguages
        .filter((target) => target !== source)
        .map((target) => ({ source_lang: source, target_lang: target })),
    ),
  })

export const createGlossary: ProgramHandler<'create'> = async ({ name, ...dictionary }, call) => {
  const id = await add(call, name, [dictionary])
  return toGlossaryInfo(await findOne(call, id))
}

export const createMultilingualGlossary: ProgramHandler<'createMultilingual'> = async (
  { name, dictionaries },
  call,
) => toMultilingual(await findOne(call, await add(call, name, dictionaries)))

async function add(
  call: Call,
  name: string,
  dictionaries: readonly DictionaryInput[],
): Promise<string> {
  const id = await addGlossary(call.db, call.me.ownerId, name, call.clock())
  for (const dictionary of dictionaries) await put(call, id, dictionary, { replacesAll: false })
  return id
}

async function put(
  { db, me, clock }: Call,
  id: string,
  dictionary: DictionaryInput,
  { replacesAll }: { replacesAll: boolean },
): Promise<void> {
  const entries = parseEntries(dictionary)
  const options = { replacesAll, now: clock() }
  await putEntries(db, me.ownerId, id, pairOf(dictionary), entries, options)
}

export const listGlossaries: ProgramHandler<'list'> = async (_, call) => ({
  glossaries: (await findAll(call))
    .filter(({ dictionaries }) => dictionaries.length === 1)
    .map(toGlossaryInfo),
})

export const listMultilingualGlossaries: ProgramHandler<'listMultilingual'> = async (_, call) => ({
  glossaries: (await findAll(call)).map(toMultilingual),
})

export const getGlossary: ProgramHandler<'get'> = async ({ glossary_id: id }, call) =>
  toGlossaryInfo(await findOne(call, id))

export const getMultilingualGlossary: ProgramHandler<'getMultilingual'> = async (
  { glossary_id: id },
  call,
) => toMultilingual(await findOne(call, id))

export const getGlossaryEntries: ProgramHandler<'entries'> = async ({ glossary_id: id }, call) => {
  const { dictionaries } = await findOne(call, id)
  const [pair] = dictionaries
  return pair ? toTsv(await readEntries(call.db, call.me.ownerId, String(id), pair)) : ''
}

export const readGlossaryDictionaries: ProgramHandler<'readDictionaries'> = async (
  { glossary_id: id, ...codes },
  call,
) => {
  const pair = pairOf(codes)
  await findOne(call, id)
  const entries = await readEntries(call.db, call.me.ownerId, String(id), pair)
  if (entries.length === 0) throw new ApiError('notFound')
  return { dictionaries: [{ ...toCodes(pair), entries: toTsv(entries), entries_format: 'tsv' }] }
}

export const changeGlossary: ProgramHandler<'change'> = async (
  { glossary_id: id, name, dictionaries = [] },
  call,
) => {
  const found = await findOne(call, id)
  // Terms first, as a deletion locks them.
  for (const dictionary of dictionaries)
    await put(call, String(id), dictionary, { replacesAll: false })
  if (name !== undefined) await renameGlossary(call.db, call.me.ownerId, String(id), name)
  await call.audit(call.db, { objects: [found.name] })
  return toMultilingual(await findOne(call, id))
}

export const replaceGlossaryDictionary: ProgramHandler<'replaceDictionary'> = async (
  { glossary_id: id, ...dictionary },
  call,
) => {
  await findOne(call, id)
  await put(call, String(id), dictionary, { replacesAll: true })
  const { name, dictionaries } = await findOne(call, id)
  await call.audit(call.db, { objects: [name] })
  const pair = pairOf(dictionary)
  const size = dictionaries.find(
    ({ source, target }) => source === pair.source && target === pair.target,
  )
  return { ...toCodes(pair), entry_count: size?.terms ?? 0 }
}

export const removeGlossaryDictionary: ProgramHandler<'removeDictionary'> = async (
  { glossary_id: id, ...codes },
  call,
) => {
  const { name } = await findOne(call, id)
  await removeDictionary(call.db, call.me.ownerId, String(id), pairOf(codes))
  await call.audit(call.db, { objects: [name] })
  return null
}

export const removeProgramGlossary: ProgramHandler<'remove'> = async (
  { glossary_id: id },
  call,
) => {
  const { name } = await findOne(call, id)
  await removeGlossary(call.db, call.me.ownerId, String(id))
  await call.audit(call.db, { objects: [name] })
  return null
}

type WithDictionaries = Glossary & { dictionaries: DictionarySize[] }

async function findAll(call: Call, id?: GlossaryId): Promise<WithDictionaries[]> {
  const { db, me } = call
  const found = await readGlossaries(db, me.ownerId, id === undefined ? undefined : String(id))
  const sizes = await readDictionarySizes(
    db,
    me.ownerId,
    found.map((glossary) => glossary.id),
  )
  return found.map((glossary) => ({
    ...glossary,
    dictionaries: sizes.filter(({ glossaryId }) => glossaryId === glossary.id),
  }))
}

async function findOne(call: Call, id: GlossaryId): Promise<WithDictionaries> {
  const [found] = await findAll(call, id)
  if (!found)
    throw new ApiError('notFound', {
      reason: { key: 'glossaryUnknown', values: { id: String(id) } },
    })
  return found
}

/** Throws ApiError `languagePair`. */
function pairOf(codes: { source_lang: string; target_lang: string }): LanguagePairOfTerms {
  const [source, target] = (['source_lang', 'target_lang'] as const).map((parameter) => {
    const language = codes[parameter]
    const found = findLanguage(language, languages)
    if (!found)
      throw new ApiError('languagePair', {
        reason: { key: 'unknownLanguage', values: { language, parameter } },
      })
    return found.code
  })
  return { source: source!, target: target! }
}

const toCodes = ({ source, target }: LanguagePairOfTerms) => ({
  source_lang: toSourceCode(source).toLowerCase(),
  target_lang: toSourceCode(target).toLowerCase(),
})

const toDictionaryInfo = (size: DictionarySize) => ({ ...toCodes(size), entry_count: size.terms })

/** Of the pair of languages with the most terms. */
function toGlossaryInfo({
  id,
  name,
  createdAt,
  dictionaries,
}: WithDictionaries): OutputOf<Calls['get']> {
  const [first] = dictionaries
  return {
    glossary_id: id,
    name,
    ready: true,
    ...(first ? toDictionaryInfo(first) : { source_lang: '', target_lang: '', entry_count: 0 }),
    creation_time: createdAt.toISOString(),
  }
}

const toMultilingual = ({ id, name, createdAt, dictionaries }: WithDictionaries) => ({
  glossary_id: id,
  name,
  dictionaries: dictionaries.map(toDictionaryInfo),
  creation_time: createdAt.toISOString(),
})

/** A term without a translation stays as it is. */
const toTsv = (entries: readonly Entry[]): string =>
  entries.map(({ source, target }) => `${source}\t${target ?? source}`).join('\n')

/**
 * Throws ApiError `invalid` for entries without two columns, an empty or too long term, or the same
 * source twice.
 */
function parseEntries({ entries, entries_format: format }: DictionaryInput): Entry[] {
  const lines = Papa.parse<string[]>(entries, {
    skipEmptyLines: 'greedy',
    ...(format === 'csv' ? { delimiter: ',' } : { delimiter: '\t', quoteChar: '\0' }),
  }).data
  const seen = new Set<string>()
  const refuse = (line: number) =>
    new ApiError('invalid', { reason: { key: 'glossaryEntry', values: { line } } })
  return lines.map((columns, index) => {
    const [source, target] = columns.map((column) => column.trim())
    const isComplete =
      Boolean(source) &&
      Boolean(target) &&
      columns.length === (format === 'csv' ? Math.min(columns.length, 4) : 2)
    if (!isComplete) throw refuse(index + 1)
    const term = normalise({ sourceTerm: source, targetTerm: target }, index + 1, refuse)
    if (seen.has(term.source)) throw refuse(index + 1)
    seen.add(term.source)
    return term
  })
}

/** As the console's form checks and writes a term. */
function normalise(
  term: { sourceTerm: string | undefined; targetTerm: string | undefined },
  line: number,
  refuse: (line: number) => ApiError,
): Entry {
  const languages = { glossaryId: '1', sourceLangCode: 'en', targetLangCode: 'zh' }
  try {
    const checked = validateFields(
      glossaryTerms.calls.create,
      { ...languages, ...term },
      'glossaryTerms.create',
    ) as { sourceTerm: string; targetTerm: string }
    return { source: checked.sourceTerm, target: checked.targetTerm }
  } catch (error) {
    throw error instanceof ApiError ? refuse(line) : error
  }
}
