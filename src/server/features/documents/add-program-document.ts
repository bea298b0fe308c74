/** Adds a program's document; an upload that is sent again returns the earlier document. */
import { and, desc, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { DocumentState } from '#contract/documents.ts'
import type { ProgramUser } from '#server/features/api-keys/index.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { addDocument, type NewDocument } from '#server/features/documents/add-document.ts'
import { documentJobs, documents, isWorkOnDocument } from '#server/features/documents/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { ExternalCall } from '#server/http/handler.ts'
import type { Db } from '#server/platform/db/open.ts'

/** `documentKey`: proves to later calls that the caller uploaded the document. */
type ProgramDocumentHandle = { documentId: string; documentKey: string }
type ProgramCall = ExternalCall<ProgramUser>

/** Milliseconds within which an equal upload is another attempt of the same one. */
const attemptWindow = businessLimits.documents.resendMinutes * 60_000

/**
 * The document of an equal upload by the same key, which nobody has asked for yet. Clients such as
 * deepl-node send a file again when no answer arrives, without an idempotency key. Undefined if it
 * failed, and for a client that sent a key. Look for it before anything is refused: the document may
 * have used the quota up.
 */
export const findEarlierUpload = async (
  call: ProgramCall,
): Promise<ProgramDocumentHandle | undefined> =>
  call.clientKey === undefined ? findEqualUpload(call.outerDb, call) : undefined

/**
 * Throws ApiError as `addDocument` does, and `unavailable` if the client has left. `storeResponse`:
 * in the same transaction.
 */
export async function addProgramDocument(
  call: ProgramCall,
  document: Omit<NewDocument, 'uploadHash' | 'toSecretHash'>,
  storeResponse: (tx: Db, handle: ProgramDocumentHandle) => Promise<void>,
): Promise<ProgramDocumentHandle> {
  const isOnceByHash = call.clientKey === undefined
  try {
    return await call.beginTransaction(async (tx) => {
      let documentKey = ''
      const documentId = await addDocument(tx, call, {
        ...document,
        ...(isOnceByHash && { uploadHash: call.requestHash }),
        async toSecretHash(id) {
          documentKey = (await deriveKeys(call, id))[0]!
          return call.crypto.sha256(documentKey)
        },
      })
      // The user is locked now: of equal uploads at once, the later one finds the other.
      const other = isOnceByHash && (await findEqualUpload(tx, call, documentId))
      if (other) throw new EqualUpload(other)
      const handle = { documentId, documentKey }
      await storeResponse(tx, handle)
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
  addedId?: string,
): Promise<ProgramDocumentHandle | undefined> {
  const { ownerId, keyId } = call.me
  const since = new Date(call.clock().getTime() - attemptWindow)
  const [found] = await db
    .select({ documentId: documentJobs.documentId, secretHash: documentJobs.secretHash })
    .from(documentJobs)
    .innerJoin(documents, isWorkOnDocument)
    .where(
      and(
        eq(documentJobs.ownerId, ownerId),
        eq(documentJobs.keyId, keyId),
        eq(documentJobs.uploadHash, call.requestHash),
        isNull(documentJobs.claimedAt),
        addedId === undefined ? undefined : ne(documentJobs.documentId, addedId),
        gt(documents.createdAt, since),
        inArray(columnsOf(documents)['state']!, claimableStates),
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
const claimableStates: DocumentState[] = ['queued', 'translating', 'done']
