/** What other features may use of accounts. */
export { readLoginLogPage, readUser } from './queries.ts'
export {
  displayName,
  findMainAccount,
  findUserKey,
  getUserKey,
  isFormerEmail,
  isNameFree,
  lockActiveAccount,
  normalizeEmail,
  normalizeLoginName,
  normalizeMailbox,
  readMainLoginName,
  refuseAmbiguousEmail,
} from './service.ts'
