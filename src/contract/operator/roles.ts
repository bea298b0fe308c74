/** Roles of operators. Each call of the operators' contract states which of them may make it. */
import { code } from '#contract/vocabulary.ts'

/**
 * `support` answers customers, `finance` handles payments and refunds, `admin` manages what is sold
 * and the operators.
 */
export const operatorRoles = ['support', 'finance', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]
export const OperatorRole = code('operatorRole', operatorRoles)
