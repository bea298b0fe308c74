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
import { ValidationError, type Command, type OutputRow, formatYuan } from '#server/cli/command.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

/** Maximum number of rows of each kind. */
const maxRowsOfKind = 50

export const findCommand: Command = {
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
      findPeopleRows(tx, text, zone),
      findOrderRows(tx, text, zone),
      findPaymentRows(tx, text, zone),
    ])
    return { kind: 'list', rows: parts.flat() }
  },
}

type Found = { kind: string; name: string; owner: string | null; state: string; more: string }

const toOutputRow = (
  row: OutputRow['row'],
  { kind, name, owner, state, more }: Found,
): OutputRow => ({
  row: { kind, ...row },
  text: { kind, name, 'main account': owner ?? '', state, more },
})

async function findPeopleRows(tx: Db, text: string, zone: string): Promise<OutputRow[]> {
  const rows = await findPeople(tx, text, maxRowsOfKind)
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
      formatWireTime(row.registeredAt, zone),
    ]
    return toOutputRow(
      { ...row, state },
      {
        kind: isMain ? 'main account' : 'sub-account',
        name: row.account || '(deleted)',
        owner: row.ownerId,
        state,
        more: more.filter(Boolean).join(', '),
      },
    )
  })
}

async function findOrderRows(tx: Db, text: string, zone: string): Promise<OutputRow[]> {
  const rows = await findOrders(tx, text, maxRowsOfKind)
  return rows.map((row) => {
    const more = [
      formatYuan(row.amountCents),
      row.payChannel,
      row.gatewayNo && `payment ${row.gatewayNo}`,
      formatWireTime(row.createdAt, zone),
    ]
    return toOutputRow(row, {
      kind: 'order',
      name: row.no,
      owner: row.ownerId,
      state: row.payStatus,
      more: more.filter(Boolean).join(', '),
    })
  })
}

/** Unmatched payments and refunds. */
async function findPaymentRows(tx: Db, text: string, zone: string): Promise<OutputRow[]> {
  const unmatched = await findUnmatchedPayments(tx, text, maxRowsOfKind)
  const refunds = await findRefunds(tx, text, maxRowsOfKind)
  return [
    ...unmatched.map((row) =>
      toOutputRow(row, {
        kind: 'unmatched payment',
        name: row.gatewayNo,
        owner: null,
        state: row.handledAt ? 'handled' : row.reason,
        more: `${formatYuan(row.amountCents)}, order ${row.orderNo}, ${formatWireTime(row.at, zone)}`,
      }),
    ),
    ...refunds.map((row) =>
      toOutputRow(row, {
        kind: 'refund',
        name: row.refundNo,
        owner: row.ownerId,
        state: row.state,
        more: `refund ${row.id}, ${formatYuan(row.amountCents)}, order ${row.orderNo}`,
      }),
    ),
  ]
}
