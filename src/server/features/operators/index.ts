/** What other features may use of operators. */
export { type Customer, lockCustomer, toLogSubject } from './customers/service.ts'
export { type Operator, recordChange } from './service.ts'
