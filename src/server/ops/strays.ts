/** Money that came in and fits no order: somebody has to look at it. */
import { desc } from 'drizzle-orm'
import { strayPayments } from '#server/db/schema.ts'
import type { Command } from '#server/ops/command.ts'
import { money } from '#server/ops/values.ts'
import { wireTimeOf } from '#server/queries/wire-time.ts'

const reasons = {
  unknownOrder: 'no such order',
  wrongAmount: 'not the amount of the order',
  wrongChannel: 'the order was placed through another channel',
  paidTwice: 'the order was paid already',
  numberUsed: 'this payment was credited to another order',
  accountClosed: 'the account was deleted',
  refunded: 'it was refunded before it was credited',
  beyond: 'the account can’t hold that much more',
} as const

export const strays: Command = {
  name: 'strays list',
  does: 'Lists payments that came in and fit no order, newest first. To be given back at the gateway, or made good by adjust.',
  async run(tx, { zone }) {
    const rows = await tx.select().from(strayPayments).orderBy(desc(strayPayments.at)).limit(1_000)
    return {
      kind: 'list',
      rows: rows.map((row) => ({
        row,
        text: {
          told: wireTimeOf(row.at, zone),
          gateway: row.gateway,
          payment: row.gatewayNo,
          order: row.orderNo,
          amount: money(row.amountCents),
          why: reasons[row.reason],
        },
      })),
    }
  },
}
