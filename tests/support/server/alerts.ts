/** What the job of alerts does, as one of several servers. */
import { sendAlerts } from '#server/features/alerts/send-alerts.ts'
import type { TestServer } from '#tests/support/server/server.ts'

export const publicUrl = 'https://yiqiao.example'

/** Tells everything that is due. */
export const sendDueAlerts = ({ services }: TestServer): Promise<void> =>
  sendAlerts(services, { timeZone: services.settings.timeZone, publicUrl })
