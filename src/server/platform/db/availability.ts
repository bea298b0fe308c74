/** Distinguishes a database that is not available, such as during a failover, from a bug. */
import type { ClientBase } from 'pg'
import { listCauses } from '#server/platform/log.ts'

/** A replica refuses writes, so the server can't use a connection to it. */
class ReplicaError extends Error {
  override name = 'ReplicaError'
}

/** The transaction is committed here, but may be missing on the replica and lost in a failover. */
export class UnreplicatedError extends Error {
  override name = 'UnreplicatedError'
}

/**
 * Network errors of database connections; the errors themselves don't show that they concern the
 * database.
 */
const connectionErrors = new WeakSet<object>()

/** Marks the network errors of the connection, with which its statements fail. */
export function markConnectionErrors(client: ClientBase): void {
  client.on('error', markConnectionError)
}

export function markConnectionError(error: unknown): void {
  if (error instanceof Error) connectionErrors.add(error)
}

/**
 * Throws ReplicaError for a replica in recovery. A connection to the primary is closed when it
 * becomes a replica, so once per connection is enough.
 */
export async function refuseReplica(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ replica: boolean }>('select pg_is_in_recovery() as replica')
  if (rows[0]!.replica) throw new ReplicaError('The database answers as a read-only replica.')
}

/** 25006: a read-only replica or transaction. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof ReplicaError || errorsIn(error).some((each) => errorCodeOf(each) === '25006')

/** True if the same call may succeed later, on this or another server of the database. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const chain = errorsIn(error)
  // Errors of a statement name it; one that never got a connection is not marked.
  const isOfStatement = chain.some((each) => 'query' in each)
  return chain.some((each) =>
    'severity' in each
      ? unavailableSqlStates.test(errorCodeOf(each))
      : each instanceof ReplicaError ||
        each instanceof UnreplicatedError ||
        connectionErrors.has(each) ||
        (isOfStatement && networkErrorCodes.test(errorCodeOf(each))) ||
        driverMessages.test(each.message),
  )
}

/** The same of an attempt to connect, whose network errors can only concern the database. */
export const isUnreachable = (error: unknown): boolean =>
  isDatabaseUnavailable(error) ||
  errorsIn(error).some((each) => networkErrorCodes.test(errorCodeOf(each)))

/**
 * True if PostgreSQL gave up a statement that took or waited too long, or that deadlocked, and
 * rolled its transaction back: the same call may succeed later.
 */
export const isGivenUp = (error: unknown): boolean =>
  errorsIn(error).some((each) => 'severity' in each && givenUpSqlStates.test(errorCodeOf(each)))

/**
 * 57014: statement timeout, 55P03: lock timeout, 25P03 and 25P04: timeouts of a transaction, 40001:
 * serialisation, 40P01: deadlock.
 */
const givenUpSqlStates = /^(57014|55P03|25P0[34]|40001|40P01)$/

/** 57P: shutdown or start, 08: connection, 53: no disk, memory or connection, 25006: read-only. */
const unavailableSqlStates = /^(57P0[1-5]|08\w{3}|53\w{3}|25006)$/
const networkErrorCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENETDOWN|EHOSTDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/
/** Messages of pg, whose errors have no codes. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired$|Query read timeout$|Client (was closed|has encountered a connection error) and is not queryable)/

/**
 * Whether the driver got no answer to a statement within `query_timeout`, so that the connection is
 * of no further use, or to a connection within `connectionTimeoutMillis`.
 */
export const isTimeout = (error: unknown): boolean =>
  errorsIn(error).some(({ message }) => ['Query read timeout', 'timeout expired'].includes(message))

const errorCodeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

const errorsIn = (error: unknown): Error[] =>
  listCauses(error).filter((cause) => cause instanceof Error)
