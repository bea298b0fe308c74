/** Runs a change and rolls it back, so that a preview and the change cannot differ. */
import { onlyRow, transaction, type Db } from '#server/platform/db/db.ts'

/**
 * Returns the result of `work` and rolls it back, so that a preview and the change can't differ.
 */
export const previewChange = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  runUnless(db, work, () => true)

/** Returns the result of `work`, which is rolled back if `mustRollBack` says so. */
export async function runUnless<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  mustRollBack: (result: T) => boolean,
): Promise<T> {
  const results: T[] = []
  const rollback = new Error('The change is rolled back.')
  try {
    return await transaction(db, async (tx) => {
      const result = await work(tx)
      results.push(result)
      if (mustRollBack(result)) throw rollback
      return result
    })
  } catch (reason) {
    if (reason !== rollback) throw reason
  }
  return onlyRow(results)
}
