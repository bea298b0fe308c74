/** Finds the constraint that a statement has violated. */

/** PostgreSQL's error codes for unique and foreign keys. */
export const uniqueViolation = '23505'
export const referenceViolation = '23503'

/**
 * Code and name of the constraint; undefined for other errors. The query builder wraps the driver's
 * error. A machine of a split database names its shard's constraint, with a number, and only in the
 * message.
 */
export function findViolation(error: unknown): { code: string; constraint: string } | undefined {
  const databaseError = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(databaseError instanceof Error)) return undefined
  const { code = '', constraint } = databaseError as Error & { code?: string; constraint?: string }
  if (code !== uniqueViolation && code !== referenceViolation) return undefined
  const inMessage = /constraint "([^"]+?)(?:_\d{6,})?"/.exec(databaseError.message)?.[1]
  return { code, constraint: constraint ?? inMessage ?? '' }
}
