/** Type of an invariant: a query for violating rows and a message that describes each. */
import type { SQL } from 'drizzle-orm'
import type { Scope } from '#server/features/ledger/reconciliation/scope.ts'

/**
 * Numbers are strings. `user_id` and `seq` are null if the violation concerns a whole owner or no
 * single row.
 */
export type Violation = { owner_id: string; user_id: string | null; seq: string | null } & Record<
  string,
  string | null
>

export type Invariant = {
  name: string
  /** The condition in one sentence, printed in the report. */
  holds: string
  query: (scope: Scope) => SQL
  say: (broken: Violation) => string
  /** Can only be checked over the whole database. */
  global?: true
}

/** `Account 10002 of owner 10001` */
export const account = ({ owner_id, user_id }: Violation): string =>
  `Account ${user_id} of owner ${owner_id}`
/** `Account 10002 of owner 10001, row 7` */
export const row = (broken: Violation): string => `${account(broken)}, row ${broken.seq}`
