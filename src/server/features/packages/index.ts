/** What other features may use of packages. */
export { type Adjustment, adjustBalance } from './adjust-balance.ts'
export { type OrderedQuota, applyOrder, extendEntitlement } from './apply-order.ts'
export {
  createConversionEntry,
  createSubAccountConversionEntries,
  createTrialEndEntries,
  toChangeContext,
} from './conversion-entries.ts'
export { convertChars } from './convert-entitlement.ts'
export {
  type Entitlement,
  ExceedsLimit,
  currentEntitlement,
  minutesLeft,
  toQuotaSnapshot,
} from './entitlement.ts'
export {
  readEntitlement,
  readMainMembership,
  saveMembership,
  toEntitlement,
} from './main-membership.ts'
export {
  type PriceList,
  buildPriceList,
  computeOrderAmount,
  convertByValue,
  getPackageOnSale,
  getPrice,
  readPriceList,
} from './price-list.ts'
export {
  type Membership,
  readCappedMembership,
  readMembership,
  refuseExpired,
} from './read-membership.ts'
