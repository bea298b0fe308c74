/** What other features may use of alerts. */
export { changeAlert, type AlertJob } from './alert-job.ts'
export { dropAlerts, dropAlertsOf, endAlert, raiseAlert } from './raise-alert.ts'
