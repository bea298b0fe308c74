/** What other features may use of identity. */
export {
  hashPassword,
  reauthenticate,
  setPassword,
  verifyOwnPassword,
  verifyPassword,
} from './passwords/passwords.ts'
export { type SecurityEvent, recordSecurityEvent, sendSecurityAlert } from './security-events.ts'
export type { Authenticate } from './sessions/authenticate.ts'
export {
  blockSessions,
  blockSessionsOfAccountGroup,
  deleteBlockedSessions,
  endSessionsOf,
  endSessionsOfAccountGroup,
  endSessionsOfViewer,
  findSessionsByToken,
  isAlive,
  openSession,
} from './sessions/service.ts'
export { attemptSignIn, parseClient } from './sign-in/sign-in.ts'
export { fingerprintPassword, verifyCode } from './two-factor/check-code.ts'
export {
  createOtpauthUri,
  createSecret,
  deleteRecoveryCodes,
  findTwoFactor,
  isTwoFactorEnabled,
  removeTwoFactor,
  replaceSecret,
} from './two-factor/service.ts'
