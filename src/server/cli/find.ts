/** Command that searches accounts, orders and payments by any of their names or numbers. */
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  findOrders,
  findPeople,
  findRefunds,
  findUnmatchedPayments,
  minPartLength,
} from '#server/features/accounts/customers/queries.ts'
import { ValidationError, type Command, type OutputRow, money } from '#server/cli/command.ts'
import { wireTimeOf } from '#server/platform/db/time.ts'

/** Maximum rows of each kind. */
const max = 50

export const find: Command = {
  name: 'find',
  operand: 'text',
  summary: `Finds accounts, orders and payments by email, username, sub-account, nickname, user id, order number, payment number or invitation code, or by ${minPartLength} characters of one.`,
  async run(tx, { operand, zone }) {
    const text = operand!.trim()
    if (text.length < minPartLength && !isId(text))
      throw new ValidationError(
        `“${text}” is too short: at least ${minPartLength} characters, or a whole user id.`,
      )
    const parts = await Promise.all([
      people(tx, text, zone),
      foundOrders(tx, text, zone),
      payments(tx, text, zone),
    ])
    return { kind: 'list', rows: parts.flat() }
  },
}

const line = (
  row: OutputRow['row'],
  kind: string,
  name: string,
  owner: string | null,
  state: string,
  more: string,
): OutputRow => ({
  row: { kind, ...row },
  text: { kind, name, 'main account': owner ?? '', state, more },
})

async function people(tx: Db, text: string, zone: string): Promise<OutputRow[]> {
  const rows = await findPeople(tx, text, max)
  return rows.map((row) => {
    const isMain = row.ownerId === row.userId
    const state = row.erasedAt
      ? 'deleted'
      : row.enabled
        ? 'open'
        : isMain
          ? 'suspended'
          : 'disabled'
    const more = [
      `user ${row.userId}`,
      row.username,
      row.nickname,
      row.inviteCode && `invites with ${row.inviteCode}`,
      wireTimeOf(row.registeredAt, zone),
    ]
    return line(
      { ...row, state },
      isMain ? 'main account' : 'sub-account',
      row.account || '(deleted)',
      row.ownerId,
      state,
      more.filter(Boolean).join(', '),
    )
  })
}

async function foundOrders(tx: Db, text: string, zone: string): Promise<OutputRow[]> {
  const rows = await findOrders(tx, text, max)
  return rows.map((row) => {
    const more = [
      money(row.amountCents),
      row.payChannel,
      row.gatewayNo && `payment ${row.gatewayNo}`,
      wireTimeOf(row.createdAt, zone),
    ]
    return line(row, 'order', row.no, row.ownerId, row.payStatus, more.filter(Boolean).join(', '))
  })
}

/** Unmatched payments and refunds. */
async function payments(tx: Db, text: string, zone: string): Promise<OutputRow[]> {
  const unmatched = await findUnmatchedPayments(tx, text, max)
  const refunds = await findRefunds(tx, text, max)
  return [
    ...unmatched.map((row) =>
      line(
        row,
        'unmatched payment',
        row.gatewayNo,
        null,
        row.handledAt ? 'handled' : row.reason,
        `${money(row.amountCents)}, order ${row.orderNo}, ${wireTimeOf(row.at, zone)}`,
      ),
    ),
    ...refunds.map((row) =>
      line(
        row,
        'refund',
        row.refundNo,
        row.ownerId,
        row.state,
        `refund ${row.id}, ${money(row.amountCents)}, order ${row.orderNo}`,
      ),
    ),
  ]
}
