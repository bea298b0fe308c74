/** What the job of alerts does, as one of several servers. */
import { tellAlerts } from '#server/features/alerts/tell-alerts.ts'
import type { TestServer } from '#tests/support/server/server.ts'

export const publicUrl = 'https://yiqiao.example'

/** Tells everything that is due. */
export const tellDue = ({ services }: TestServer): Promise<void> =>
  tellAlerts(services, { timeZone: services.settings.timeZone, publicUrl })
