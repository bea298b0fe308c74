/** What other features may use of operators. */
export { type Customer, lockCustomer, toLogSubject } from './customers/customer.ts'
export type { Operator } from './operator.ts'
export { recordChange } from './record-change.ts'
