/** What other features may use of ledger. */
export { readLatestAccountLog } from './queries.ts'
export { readLedgerState } from './reconciliation/queries.ts'
export {
  type Payment,
  type Reservation,
  type ReservationConversion,
  convertReserved,
  debitQuota,
  releaseAndLock,
  releaseReservation,
  reserveChars,
} from './reservations/service.ts'
export {
  type Account,
  type Entry,
  type EntryContext,
  LockedAccounts,
  type QuotaAmounts,
  adjustAccount,
  closeAccounts,
  countUsedChars,
  lockAccountGroup,
  lockAccounts,
  lockSubAccounts,
  postEntries,
  quotaUnits,
  spendableAmounts,
  spendableChars,
  zeroAmounts,
} from './service.ts'
export { reclaimAll } from './transfers/service.ts'
