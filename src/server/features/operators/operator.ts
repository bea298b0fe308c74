/** The signed-in operator and the handlers of operators’ calls. */
import type { SQL } from 'drizzle-orm'
import type { Endpoint } from '#contract/endpoint.ts'
import type { OperatorContract } from '#contract/operator/contract.ts'
import type { OperatorRole } from '#contract/operator/roles.ts'
import type { HandlerFor, HandlerTable, SignedCall } from '#server/http/handler.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import type { UserKey } from '#server/platform/db/columns.ts'

/** The signed-in operator, `me` of the operators' handlers. */
export type Operator = {
  /** No customer has it. */
  userId: string
  email: string
  name: string
  role: OperatorRole
  tokenHash: string
  /** When the session ends without another call. */
  sessionEndsAt: Date
}

/** Handler of an operators' call; a customers' handler does not fit. */
export type OperatorHandler<E extends Endpoint> = HandlerFor<E, Operator>
/** Handlers of the operators' contract. */
export type OperatorHandlers = HandlerTable<OperatorContract, Operator>
export type OperatorCall = SignedCall<Operator>

/**
 * Owner id of operators in tables keyed by owner and user, such as idempotency keys, and of the
 * rows of their collections; no account has it.
 */
export const operatorOwnerId = '0'
export const operatorKey = (userId: string): UserKey => ({ ownerId: operatorOwnerId, userId })

/** Key for refused sign-ins with unknown emails; user ids begin higher. */
export const unknownOperator = operatorKey('1')

/** Marks the condition of an operator's search among all customers; see `acrossOwners`. */
export const acrossCustomers = (condition: SQL | undefined): SQL =>
  acrossOwners('operators search all customers', condition)
