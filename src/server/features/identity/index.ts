/** What other features may use of identity. */
export { hashPassword, verifyPassword } from './passwords/hash-password.ts'
export { reauthenticate, verifyOwnPassword } from './passwords/verify-own-password.ts'
export {
  type SecurityEvent,
  readSecurityEvents,
  recordSecurityEvent,
  recordSecurityEvents,
  sendSecurityAlert,
} from './security-events.ts'
export type { Authenticate } from './sessions/authenticate.ts'
export {
  blockSessions,
  blockSessionsOfAccountGroup,
  deleteBlockedSessions,
  endSessionsOf,
  endSessionsOfAccountGroup,
  endSessionsOfViewer,
  endSubAccountSession,
} from './sessions/end-sessions.ts'
export { findSessionsByToken, isAlive } from './sessions/find-session.ts'
export { openSession } from './sessions/open-session.ts'
export { readSessionPage } from './sessions/queries.ts'
export { readLoginLogPage } from './sign-in/read-login-log.ts'
export { attemptSignIn, parseClient } from './sign-in/sign-in.ts'
export { createOtpauthUri, createSecret } from './two-factor/app-codes.ts'
export { fingerprintPassword, verifyCode } from './two-factor/check-code.ts'
export { deleteRecoveryCodes } from './two-factor/recovery-codes.ts'
export {
  findTwoFactor,
  isTwoFactorEnabled,
  removeTwoFactor,
  replaceSecret,
} from './two-factor/stored-secrets.ts'
