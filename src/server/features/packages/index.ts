/** What other features may use of packages. */
export { type Adjustment, adjustBalance } from './adjustments/service.ts'
export {
  type Membership,
  createConversionEntry,
  createSubAccountConversionEntries,
  createTrialEndEntries,
  readEntitlement,
  readMainMembership,
  readMembership,
  refuseExpired,
  saveMembership,
  toChangeContext,
  toEntitlement,
} from './membership/service.ts'
export {
  type Entitlement,
  ExceedsLimit,
  type OrderedQuota,
  type PriceList,
  applyOrder,
  buildPriceList,
  computeOrderAmount,
  convertByValue,
  convertChars,
  currentEntitlement,
  extendEntitlement,
  getPackageOnSale,
  getPrice,
  minutesLeft,
  readPriceList,
  toQuotaSnapshot,
} from './service.ts'
