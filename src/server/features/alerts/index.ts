/** What other features may use of alerts. */
export { dropAlerts, dropAlertsOf, endAlert, raiseAlert } from './raise-alert.ts'
