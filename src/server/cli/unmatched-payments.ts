/** Commands on unmatched payments, which the operator has to handle. */
import { and, desc, eq, isNull } from 'drizzle-orm'
import { unmatchedPayments } from '#server/platform/db/schema.ts'
import type { UnmatchedPayment } from '#server/features/orders/payment/table.ts'
import { ValidationError, UsageError, type Command, type OutputRow } from '#server/cli/command.ts'
import { writeDown } from '#server/cli/operator-log.ts'
import { money, text } from '#server/cli/values.ts'
import { wireTimeOf } from '#server/platform/db/wire-time.ts'

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

const list: Command['run'] = async (tx, { options, zone }) => {
  const state = options['state'] ?? 'waiting'
  if (state !== 'waiting' && state !== 'all')
    throw new ValidationError(`--state is “${state}”: it must be one of waiting, all.`)
  const which = state === 'all' ? undefined : isNull(unmatchedPayments.handledAt)
  const rows = await tx
    .select()
    .from(unmatchedPayments)
    .where(which)
    .orderBy(desc(unmatchedPayments.at))
    .limit(1_000)
  return { kind: 'list', rows: rows.map((row) => shown(row, zone)) }
}

export const strays: Command = {
  name: 'strays list',
  summary:
    'Lists open payments that match no order, newest first. Refund them at the payment platform, or credit them with adjust.',
  options: { state: { takes: 'waiting|all', says: 'which ones; default waiting' } },
  run: list,
}

export const handleStray: Command = {
  name: 'strays handle',
  operand: 'payment',
  summary:
    'Marks a payment that matches no order as handled, by its number. Changes no balance. Needs --by and --how.',
  options: {
    how: { takes: 'text', says: 'what was done, such as “refunded at WeChat Pay” (required)' },
    order: { takes: 'number', says: 'the order number, if the payment matches several' },
  },
  async run(tx, { operand, options, operator, now, zone }) {
    if (options['how'] === undefined || !operator.named)
      throw new UsageError('strays handle needs --by and --how.')
    const handling = text(options['how'], 'how')
    const named = and(
      eq(unmatchedPayments.gatewayNo, operand!),
      options['order'] === undefined ? undefined : eq(unmatchedPayments.orderNo, options['order']),
    )
    const found = await tx.select().from(unmatchedPayments).where(named).for('update')
    const [before, another] = found
    if (!before)
      throw new ValidationError(
        `Payment ${operand} was not found. List all with: npm run ops -- strays list --state all`,
      )
    if (another)
      throw new ValidationError(
        `Payment ${operand} matches several orders. Choose one with --order.`,
      )
    if (before.handledAt)
      throw new ValidationError(
        `Payment ${operand} was already handled by ${before.handledBy}: ${before.handling}.`,
      )
    const [after] = await tx
      .update(unmatchedPayments)
      .set({ handledAt: now, handledBy: operator.name, handling })
      .where(named)
      .returning()
    const subject = `payment ${operand}`
    await writeDown(tx, {
      at: now,
      operator: operator.name,
      action: 'strays handle',
      subject,
      reason: handling,
      before,
      after,
    })
    const [was, is] = [shown(before, zone), shown(after!, zone)]
    return {
      kind: 'change',
      subject,
      before: was,
      after: is,
      changed: { ownerId: null, about: [] },
      notes: [],
      movesMoney: false,
    }
  },
}

const shown = (row: UnmatchedPayment, zone: string): OutputRow => ({
  row,
  text: {
    told: wireTimeOf(row.at, zone),
    gateway: row.gateway,
    payment: row.gatewayNo,
    order: row.orderNo,
    amount: money(row.amountCents),
    why: reasons[row.reason],
    handled: row.handledAt
      ? `${wireTimeOf(row.handledAt, zone)} by ${row.handledBy}: ${row.handling}`
      : 'no',
  },
})
