/** Adds a document of a program, once although its client did not receive the answer. */
import { and, desc, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import type { DocumentState } from '#contract/documents.ts'
import type { ProgramUser } from '#server/features/api-keys/index.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { addDocument, type NewDocument } from '#server/features/documents/add-document.ts'
import { documentJobs, documents } from '#server/features/documents/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { ExternalCall } from '#server/http/handler.ts'
import type { Db } from '#server/platform/db/open.ts'

/** `documentKey`: proves to later calls that the caller uploaded the document. */
type ProgramDocumentHandle = { documentId: string; documentKey: string }
type ProgramCall = ExternalCall<ProgramUser>

/** Milliseconds within which an equal upload is another attempt of the same one. */
const attemptWindow = 10 * 60_000

/**
 * Clients such as deepl-node send a file again when no answer arrives, without an idempotency key.
 * An equal upload by the same key of a document that nobody has asked for yet returns that document,
 * unless it failed. Throws ApiError as `addDocument` does, and `unavailable` if the client has left.
 */
export async function addProgramDocument(
  call: ProgramCall,
  document: Omit<NewDocument, 'uploadHash' | 'toSecretHash'>,
  storeHandle: (tx: Db, handle: ProgramDocumentHandle) => Promise<void>,
): Promise<ProgramDocumentHandle> {
  const uploadHash = call.hasOwnKey ? call.requestHash : undefined
  const earlier = uploadHash && (await findEqualUpload(call.outerDb, call, uploadHash))
  if (earlier) return earlier
  try {
    return await call.beginTransaction(async (tx) => {
      const documentId = await addDocument(tx, call, {
        ...document,
        uploadHash,
        toSecretHash: async (id) => call.crypto.sha256((await deriveKeys(call, id))[0]!),
      })
      // The user is locked now: of equal uploads at once, the later one finds the other.
      const other = uploadHash && (await findEqualUpload(tx, call, uploadHash, documentId))
      if (other) throw new EqualUpload(other)
      const handle = { documentId, documentKey: (await deriveKeys(call, documentId))[0]! }
      await storeHandle(tx, handle)
      if (call.getSignal().aborted) throw new ApiError('unavailable')
      return handle
    })
  } catch (reason) {
    if (reason instanceof EqualUpload) return reason.handle
    throw reason
  }
}

/** Thrown to roll back a document that another attempt has added. */
class EqualUpload extends Error {
  readonly handle: ProgramDocumentHandle

  constructor(handle: ProgramDocumentHandle) {
    super()
    this.handle = handle
  }
}

/**
 * The document's key under each accepted secret of the server, the current one first. It is derived,
 * since the database has only its hash, and an attempt whose answer was lost returns it again.
 */
const deriveKeys = (
  { encryption, me: { ownerId } }: Pick<ProgramCall, 'encryption' | 'me'>,
  documentId: string,
): Promise<string[]> => encryption.hmacs(`document ${ownerId} ${documentId}`)

/** `addedId`: the document of this attempt. */
async function findEqualUpload(
  db: Db,
  call: ProgramCall,
  uploadHash: string,
  addedId?: string,
): Promise<ProgramDocumentHandle | undefined> {
  const { ownerId, keyId } = call.me
  const since = new Date(call.clock().getTime() - attemptWindow)
  const [found] = await db
    .select({ documentId: documentJobs.documentId, secretHash: documentJobs.secretHash })
    .from(documentJobs)
    .innerJoin(
      documents,
      and(eq(documents.ownerId, documentJobs.ownerId), eq(documents.id, documentJobs.documentId)),
    )
    .where(
      and(
        eq(documentJobs.ownerId, ownerId),
        eq(documentJobs.keyId, keyId),
        eq(documentJobs.uploadHash, uploadHash),
        isNull(documentJobs.claimedAt),
        addedId === undefined ? undefined : ne(documentJobs.documentId, addedId),
        gt(documents.createdAt, since),
        inArray(columnsOf(documents)['state']!, unfailedStates),
      ),
    )
    .orderBy(desc(documents.createdAt))
    .limit(1)
  if (!found) return undefined
  const { documentId, secretHash } = found
  const keys = await deriveKeys(call, documentId)
  const documentKey = keys.find((key) => call.crypto.sha256(key) === secretHash)
  return documentKey === undefined ? undefined : { documentId, documentKey }
}

/** A failed one is not charged, and a new attempt may succeed. */
const unfailedStates: DocumentState[] = ['queued', 'translating', 'done']
