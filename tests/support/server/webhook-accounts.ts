/** Accounts with a webhook at a receiver of their own, and what they read of its deliveries. */
import { notices } from '#contract/notices.ts'
import { webhookDeliveries, webhooks } from '#contract/webhooks.ts'
import { recordEvent } from '#server/features/webhooks/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { formatBilingual } from '#server/platform/messages.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import type { Caller, TestServer } from '#tests/support/server/server.ts'
import { registerWebhook, webhookReceiver } from '#tests/support/server/webhook-receiver.ts'

/** What robots say of an event. */
export const testWords = formatBilingual('keyExpiring', { name: 'key', lastDay: '2027-01-01' })
export const deliveriesOf = async (caller: Caller) =>
  (await caller.call(webhookDeliveries.calls.page, { pageSize: 50 })).data.rows
export const stateOf = async (caller: Caller) =>
  (await caller.call(webhooks.calls.page, {})).data.rows[0]!.state
export const noticesOf = async (caller: Caller) =>
  (await caller.call(notices.page, { type: 'webhook' })).data.rows

export function webhookAccounts(server: TestServer) {
  return {
    /** Records an event of the account, which tells one from another by the name of a key. */
    record: (ownerId: string, name = 'key') =>
      transaction(server.database.db, (tx) =>
        recordEvent(
          tx,
          ownerId,
          {
            event: 'keyExpiring',
            data: { keyId: '1', name, lastDay: '2027-01-01', daysLeft: 7 },
            words: testWords,
          },
          server.services.clock(),
        ),
      ),
    /** The test chooses the answers of the receiver. */
    newWebhook: async () => {
      const own = await webhookReceiver()
      const { main, asMain } = await addAccountGroup(server)
      const { id, secret } = await registerWebhook(asMain, own.url)
      return { id, secret, own, owner: asMain, main, ownerId: main.ownerId }
    },
  }
}
