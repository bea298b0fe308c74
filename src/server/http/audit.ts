/** Records calls that are declared with `audit`. */
import type { AuditAct } from '#contract/audit-acts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { AuditEntry } from '#server/http/handler.ts'
import type { Db } from '#server/platform/db/open.ts'

/** What an entry of the audit log says about a call. `objects`: names of what it changes. */
export type DeclaredAct = {
  act: AuditAct
  subjects: readonly (string | number)[]
  objects: readonly string[]
  details: Readonly<Record<string, unknown>>
  /** By subject, in place of `details`. */
  detailsOf?: AuditEntry['detailsOf']
  deletedNames?: AuditEntry['deletedNames']
}

/** Adds an entry to the audit log. */
export type RecordAct<Principal> = (tx: Db, me: Principal, act: DeclaredAct) => Promise<void>

/**
 * The `audit` of a call: records it once in the transaction given. `reset` forgets what a former
 * attempt recorded.
 */
export function createAudit<Principal>(
  endpoint: Endpoint,
  me: Principal | undefined,
  input: unknown,
  { recordAct }: { recordAct?: RecordAct<Principal> },
) {
  let isRecorded = false
  const record = async (tx: Db, entry: AuditEntry = {}) => {
    const { subjects, objects, details, detailsOf, deletedNames } = entry
    const { audit } = endpoint
    if (!audit || me === undefined || !recordAct || isRecorded) return
    isRecorded = true
    if (subjects?.length === 0 && !objects?.length) return
    const values = input as Readonly<Record<string, unknown>>
    const name = audit.name === undefined ? undefined : values[audit.name]
    await recordAct(tx, me, {
      act: audit.act,
      subjects: subjects ?? listSubjects(endpoint, input),
      objects: objects ?? (typeof name === 'string' ? [name] : []),
      details:
        details ?? Object.fromEntries((audit.details ?? []).map((key) => [key, values[key]])),
      ...(detailsOf && { detailsOf }),
      ...(deletedNames && { deletedNames }),
    })
  }
  return { record, reset: () => void (isRecorded = false) }
}

/** Ids of the users that the input names. */
export const listSubjects = ({ subjects = [] }: Endpoint, input: unknown): (string | number)[] =>
  subjects.flatMap((key) => (input as Record<string, string | number | null>)[key] ?? [])
