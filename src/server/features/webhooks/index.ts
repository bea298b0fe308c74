/** What other features may use of webhooks. */
export { lockEvents, recordEvent, type ReportedEvent } from './record-event.ts'
export { createWebhookSecret, secretContext } from './secret.ts'
