/** Reads the body of a request, within limits of its size and time. */
import { subAccountImport } from '#contract/sub-account-import.ts'
import type { Context } from 'hono'
import { businessLimits } from '#contract/business-limits.ts'
import type { Collection } from '#contract/collection.ts'
import { collections } from '#contract/collections.ts'
import { operatorCollections } from '#contract/operator/collections.ts'
import { operatorContract } from '#contract/operator/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { deeplDocuments } from '#contract/programs/deepl-documents.ts'
import { deeplGlossaries } from '#contract/programs/deepl-glossaries.ts'
import { ApiError } from '#server/http/errors.ts'

/** Maximum bytes of most bodies. */
const maxDefaultBytes = 100 * 1024
/** Maximum bytes of a body with a picture, a configuration record or 1,000 sub-accounts. */
const maxRecordBytes = 2 * 1024 * 1024
/** Maximum bytes of an import: 10,000 rows of 1,600 bytes. */
const maxImportBytes = 16 * 1024 * 1024

/** Maximum bytes of a form beside its file. */
const formBytes = 64 * 1024
const maxUploadBytes = businessLimits.documents.bytes + formBytes
const maxFapiaoBytes = businessLimits.fapiaos.fileBytes + formBytes

const { customerFapiaos } = operatorContract
const largeBodies: ReadonlyMap<string, number> = new Map([
  ...[collections.documents.calls.upload, deeplDocuments.upload].map(
    ({ path }) => [path, maxUploadBytes] as const,
  ),
  ...[customerFapiaos.issue, customerFapiaos.reverse, customerFapiaos.correct].map(
    ({ path }) => [path, maxFapiaoBytes] as const,
  ),
  ...Object.values<Endpoint>(deeplGlossaries).map(({ path }) => [path, maxImportBytes] as const),
  ...[subAccountImport.checkImport, subAccountImport.importMany].map(
    ({ path }) => [path, maxRecordBytes] as const,
  ),
  ...[operatorContract.supportContacts.create, operatorContract.configuration.create].map(
    ({ path }) => [path, maxRecordBytes] as const,
  ),
  ...Object.values<Collection>({ ...collections, ...operatorCollections }).flatMap(({ calls }) =>
    calls['import'] ? [[calls['import'].path, maxImportBytes] as const] : [],
  ),
])

/** Maximum bytes of the body of a call; `path` as in the contract, `usual` of calls like it. */
export const maxBytesOfCall = (path: string, usual = maxDefaultBytes): number =>
  largeBodies.get(path) ?? usual

/** Milliseconds that a sender has for a body without a file, by whether it has a session. */
const maxTimes = { session: 60_000, visitor: 8_000 }

type BodyLimits = { maxBytes: number; hasSession?: boolean }

/**
 * Throws ApiError `tooLarge` as soon as the body exceeds `maxBytes`, and `unreadable` (408) when the
 * sender takes too long.
 */
export async function readBody(
  { req }: Pick<Context, 'req'>,
  { maxBytes, hasSession = false }: BodyLimits,
): Promise<string> {
  const length = req.header('content-length')
  const isChunked = length === undefined || req.header('transfer-encoding') !== undefined
  // Node enforces Content-Length.
  if (!isChunked && Number(length) > maxBytes) throw new ApiError('tooLarge')
  if (length === '0') return ''
  const reading = isChunked ? readChunks(req.raw, maxBytes) : req.text()
  return withinTime(reading, hasSession ? maxTimes.session : maxTimes.visitor)
}

async function readChunks({ body }: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunksOf(body, maxBytes))
    text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

/**
 * Reads into one buffer, since bodies are large. Throws ApiError `tooLarge` as soon as the body
 * exceeds `maxBytes`.
 */
export async function readBytes(
  { req }: Pick<Context, 'req'>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(req.header('content-length') ?? 0)
  if (declared > maxBytes) throw new ApiError('tooLarge')
  let bytes = new Uint8Array(declared)
  let length = 0
  for await (const chunk of chunksOf(req.raw.body, maxBytes)) {
    if (length + chunk.length > bytes.length) {
      const larger = new Uint8Array(Math.max(2 * bytes.length, length + chunk.length))
      larger.set(bytes.subarray(0, length))
      bytes = larger
    }
    bytes.set(chunk, length)
    length += chunk.length
  }
  return bytes.subarray(0, length)
}

async function* chunksOf(body: Request['body'], maxBytes: number): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    bytes += value.length
    if (bytes > maxBytes) throw new ApiError('tooLarge')
    yield value
  }
}

async function withinTime(reading: Promise<string>, maxTime: number): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('unreadable', { status: 408 })), maxTime)
  })
  try {
    return await Promise.race([reading, timeout])
  } finally {
    clearTimeout(timer)
  }
}
