/** What other features may use of ledger. */
export {
  type Account,
  LockedAccounts,
  type QuotaAmounts,
  lockAccountGroup,
  lockAccounts,
  lockSubAccounts,
  quotaUnits,
  spendableAmounts,
  spendableChars,
  zeroAmounts,
} from './lock-accounts.ts'
export {
  type Entry,
  type EntryContext,
  adjustAccount,
  closeAccounts,
  countUsedChars,
  postEntries,
} from './post-entries.ts'
export { readLatestAccountLog, readLatestWithoutUsage } from './read-account-log.ts'
export { readLedgerState } from './reconciliation/queries.ts'
export { type Payment, debitQuota } from './reservations/debit-quota.ts'
export {
  type ReservationConversion,
  convertReserved,
  releaseAndLock,
  releaseReservation,
} from './reservations/release-reservation.ts'
export { prepareReservedCharge } from './reservations/charge-reserved.ts'
export {
  type BeginReservation,
  type Reservation,
  renewReservation,
  reserveChars,
} from './reservations/reserve-chars.ts'
export { distribute } from './transfers/distribute-quota.ts'
export { readManager } from './transfers/transfer-entries.ts'
export { topUp } from './transfers/top-up.ts'
export { reclaimLeft } from './transfers/reclaim-quota.ts'
export { sumAmounts, transferMany } from './transfers/transfer-many.ts'
export { notifyOfQuota } from './transfers/notify-of-quota.ts'
export { toQuotaAmounts } from './transfers/quota-amounts.ts'
