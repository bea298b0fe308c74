/** What the audit log of an account records. */
export const auditActs = [
  'keyIssued',
  'keyRotated',
  'keyRevoked',
  'keyChanged',
  'keyDeleted',
  'subAccountKeysAllowed',
  'subAccountCreated',
  'subAccountChanged',
  'subAccountDeleted',
  'accountRoleChanged',
  'passwordReset',
  'sessionsEnded',
  'quotaDistributed',
  'quotaReclaimed',
  'autoDistributionChanged',
  'requestGranted',
  'requestDeclined',
  'budgetChanged',
  'movedToGroup',
  'groupCreated',
  'groupChanged',
  'groupDeleted',
  'groupsImported',
  'invited',
  'invitationRemoved',
  'webhookRegistered',
  'webhookChanged',
  'webhookSecretChanged',
  'webhookResumed',
  'webhookDeleted',
  'glossaryCreated',
  'glossaryDeleted',
  'glossariesImported',
  'termsImported',
  'termsChanged',
  'orderPlaced',
  'orderCancelled',
  'refundAsked',
  'refundWithdrawn',
  'fapiaoTitleAdded',
  'fapiaoTitleChanged',
  'fapiaoTitleDeleted',
  'fapiaoRequested',
  'fapiaoWithdrawn',
  'channelChanged',
  'balanceAlertChanged',
  'alertsChanged',
  'statementMailChanged',
  'passwordChanged',
  'twoFactorEnabled',
  'twoFactorDisabled',
  'recoveryCodesRenewed',
] as const
export type AuditAct = (typeof auditActs)[number]

/**
 * How the audit log records a call. `name`: the input that names what it changes, such as the name
 * of a key. `details`: inputs that are recorded; no secrets, and no text that people write.
 */
export type Audit = {
  readonly act: AuditAct
  readonly name?: string
  readonly details?: readonly string[]
}
