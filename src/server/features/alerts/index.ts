/** What other features may use of alerts. */
export { dropAlerts, endAlert, raiseAlert } from './raise-alert.ts'
