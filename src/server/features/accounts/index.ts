/** What other features may use of accounts. */
export {
  confirmActor,
  findRoleHolders,
  readAccountRole,
  refuseRoleHolders,
} from './account-roles.ts'
export { normalizeEmail, normalizeMailbox, refuseAmbiguousEmail } from './emails.ts'
export { isFormerEmail } from './former-emails.ts'
export { lockActiveAccount } from './lock-active-account.ts'
export {
  displayName,
  findMainAccount,
  findUserKey,
  getUserKey,
  isNameFree,
  normalizeLoginName,
  readMainLoginName,
} from './login-names.ts'
export { findSubAccounts } from './sub-accounts/find-sub-accounts.ts'
export { readUser } from './read-user.ts'
