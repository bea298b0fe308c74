/** What an invariant is: a query for the rows that break it, and the sentence that says how. */
import type { SQL } from 'drizzle-orm'
import type { Scope } from '#server/features/ledger/reconciliation/scope.ts'

/**
 * Numbers come as text. `user_id` and `seq` are null where a whole owner, or no single row, is
 * meant.
 */
export type Violation = { owner_id: string; user_id: string | null; seq: string | null } & Record<
  string,
  string | null
>

export type Invariant = {
  name: string
  /** What holds when nothing is found, for whoever reads the report. */
  holds: string
  query: (scope: Scope) => SQL
  say: (broken: Violation) => string
  /** Needs to be looked at over the whole database. */
  global?: true
}

/** `Account 10002 of owner 10001` */
export const account = ({ owner_id, user_id }: Violation): string =>
  `Account ${user_id} of owner ${owner_id}`
/** `Account 10002 of owner 10001, row 7` */
export const row = (broken: Violation): string => `${account(broken)}, row ${broken.seq}`
