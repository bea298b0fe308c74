/** What other features may use of webhooks. */
export { recordEvent } from './record-event.ts'
export { createWebhookSecret, secretContext } from './secret.ts'
