/** Operator commands for refunds and unmatched payments. */
import { recordChange } from '#server/features/operators/service.ts'
import { desc, inArray, isNull } from 'drizzle-orm'
import {
  refunds,
  unmatchedPayments,
  type Order,
  type RefundRow,
  type UnmatchedPayment,
} from '#server/features/orders/table.ts'
import type { Account } from '#server/features/ledger/service.ts'
import { createRefusal, findOrder } from '#server/features/orders/service.ts'
import { getUserKey } from '#server/features/accounts/service.ts'
import { getRefund } from '#server/features/orders/refunds/operator-refunds.ts'
import {
  findSettlementObjection,
  settleAndRecord,
} from '#server/features/orders/refunds/settle-approval.ts'
import {
  creditAndRecord,
  findCreditObjection,
} from '#server/features/orders/unmatched/credit-approval.ts'
import {
  markOtherwiseHandled,
  getUnmatchedByNo,
} from '#server/features/orders/unmatched/service.ts'
import { creditedTopics } from '#server/features/orders/payment/settle-payment.ts'
import { ApiError } from '#server/http/errors.ts'
import { formatError } from '#server/platform/messages.ts'
import {
  ValidationError,
  UsageError,
  type Command,
  type CommandInput,
  type OutputRow,
  formatYuan,
  parseOneOf,
  parseText,
  formatInteger,
  parseYuan,
} from '#server/cli/command.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

const refundStates = {
  open: 'to be settled',
  owed: 'quota still owed',
  settled: 'settled',
  void: 'counts for nothing',
} as const
const vendorStates = {
  success: 'paid out',
  abnormal: 'could not be paid out',
  closed: 'given up',
  suspected: 'suspected from the state of the payment',
} as const
const refundReasons = {
  unknownOrder: 'no such order',
  wrongChannel: 'the order was placed through another channel',
  wrongAmount: 'more than the order was of, or another amount was paid',
  notCredited: 'the order was not credited, and never will be by this payment',
  unmatchedPayment: 'of a payment that was not credited',
  creditedByHand: 'the payment was credited to an account by an operator',
  replaced: 'contained in another refund',
} as const

/** Maximum number listed. */
const maxListed = 1_000
const maxAmountCents = 99_999_999_999
const unsettledStates = ['open', 'owed'] as const

const listStates = ['waiting', 'all'] as const
const listOptions = {
  state: { placeholder: listStates.join('|'), help: 'which ones; default waiting' },
}
const readListState = (options: CommandInput['options']) =>
  parseOneOf(listStates)(options['state'] ?? 'waiting', 'state')

const refundList: Command = {
  name: 'refunds list',
  summary:
    'Lists refunds that are not settled or whose quota is still owed, newest first; with --state all, every refund.',
  options: listOptions,
  async run(tx, { options, zone }) {
    const condition =
      readListState(options) === 'all' ? undefined : inArray(refunds.state, [...unsettledStates])
    const rows = await tx
      .select()
      .from(refunds)
      .where(condition)
      .orderBy(desc(refunds.id))
      .limit(maxListed)
    return { kind: 'list', rows: rows.map((row) => ({ row, text: formatSummary(row, zone) })) }
  },
}

const show: Command = {
  name: 'refunds show',
  operand: 'id',
  summary: 'Shows one refund and its order.',
  async run(tx, { operand, zone }) {
    const row = await getRefund(tx, operand!)
    const order =
      row.ownerId !== null && row.orderId !== null
        ? await findOrder(tx, { ownerId: row.ownerId, id: row.orderId })
        : undefined
    return { kind: 'item', item: formatRefund(row, order, undefined, zone) }
  },
}

const settle: Command = {
  name: 'refunds settle',
  operand: 'id',
  summary:
    'Deducts the quota bought with the refunded money from the main account, as far as its balance allows; the rest stays owed. Needs --by.',
  options: {
    amount: {
      placeholder: 'yuan',
      help: 'refunded amount; only if the payment platform reported no usable amount',
    },
    waive: { help: 'waive what the balance does not cover' },
    reason: { placeholder: 'text', help: 'a note, kept for operators' },
  },
  async run(tx, { operand, options, operator, now, zone }) {
    if (!operator.isNamed) throw new UsageError('refunds settle needs --by.')
    const reason = options['reason'] === undefined ? null : parseText(options['reason'], 'reason')
    const amountCents =
      options['amount'] === undefined
        ? undefined
        : parseYuan(1, maxAmountCents)(options['amount'], 'amount')
    const waive = options['waive'] !== undefined
    const change = { operator: operator.name, note: reason, now }
    const settlement = await settleAndRecord(tx, operand!, { amountCents, waive }, change).catch(
      (error: unknown) => {
        if (error instanceof ApiError && error.reason?.key === 'refundAmountMissing')
          throw new ValidationError(`${formatError('en', error)} Pass it with --amount.`)
        throw error
      },
    )
    const objection = await findSettlementObjection(tx, operator, settlement, { now, zone })
    if (objection) throw createRefusal('dayLimitByCommand', {})
    const { before, after, settled } = settlement
    const subject = `refund ${before.id}`
    const about = settled ? (['user', 'memberAccountLog', 'notice'] as const) : []
    return {
      kind: 'change',
      subject,
      before: formatRefund(before, settled?.order, settled?.before, zone),
      after: formatRefund(after, settled?.order, settled?.after, zone),
      notes: settled
        ? createNotes(settled.order, after, settled.before)
        : ['Nothing is deducted: the refund matches no order, or its order was refunded in full.'],
      changed: { ownerId: settled?.order.ownerId ?? null, about },
      needsConfirmation: true,
    }
  },
}

export const refundCommands: readonly Command[] = [refundList, show, settle]

function createNotes(
  order: Order,
  { owed, waived }: RefundRow,
  before: Account | undefined,
): string[] {
  const unit = order.billingMode === 'char' ? 'characters' : 'minutes'
  return [
    ...(before ? [] : ['The account was deleted, so nothing can be deducted.']),
    ...(owed > 0
      ? [
          `Balance too low: ${formatInteger(owed)} ${unit} are still owed. Settle again later, or waive with --waive.`,
        ]
      : []),
    ...(waived > 0 ? [`Waived: ${formatInteger(waived)} ${unit}.`] : []),
    ...(before ? ['Sub-accounts keep what they were given; only the main account pays.'] : []),
  ]
}

function formatSummary(row: RefundRow, zone: string): Record<string, string> {
  return {
    id: String(row.id),
    reported: formatWireTime(row.at, zone),
    gateway: row.gateway,
    refund: row.refundNo,
    order: row.orderNo,
    amount: formatYuan(row.amountCents),
    state: refundStates[row.state],
    'at the vendor': vendorStates[row.vendorState],
    owed: formatInteger(row.owed),
    why: row.reason ? refundReasons[row.reason] : '',
  }
}

function formatRefund(
  row: RefundRow,
  order: Order | undefined,
  account: Account | undefined,
  zone: string,
): OutputRow {
  const unit = order?.billingMode === 'time' ? 'minutes' : 'characters'
  const bought = order && {
    bought: `${formatInteger(order.num)} ${unit} for ${formatYuan(order.amountCents)}`,
    'main account': order.ownerId,
  }
  const balance = account && {
    'has characters': formatInteger(account.chars),
    'valid until': account.expiresAt ? formatWireTime(account.expiresAt, zone) : 'no end',
  }
  const quota = {
    taken: `${formatInteger(row.taken)} ${unit}`,
    owed: `${formatInteger(row.owed)} ${unit}`,
    waived: `${formatInteger(row.waived)} ${unit}`,
  }
  const more = {
    payment: row.gatewayNo || 'not known',
    refunded: formatWireTime(row.refundedAt, zone),
  }
  return {
    row: { ...row, ...(account && { chars: account.chars, expiresAt: account.expiresAt }) },
    text: { ...formatSummary(row, zone), ...more, ...bought, ...quota, ...balance },
  }
}

const unmatchedReasons = {
  unknownOrder: 'no such order',
  wrongAmount: 'not the amount of the order',
  wrongChannel: 'the order was placed through another channel',
  paidTwice: 'the order was paid already',
  numberUsed: 'this payment was credited to another order',
  accountClosed: 'the account was deleted',
  refunded: 'it was refunded before it was credited',
  beyond: 'the account can’t hold that much more',
} as const

const listUnmatched: Command = {
  name: 'unmatched-payments list',
  summary:
    'Lists open payments that match no order, newest first. Credit them, or refund them at the payment platform and mark them as handled.',
  options: listOptions,
  async run(tx, { options, zone }) {
    const condition =
      readListState(options) === 'all' ? undefined : isNull(unmatchedPayments.handledAt)
    const rows = await tx
      .select()
      .from(unmatchedPayments)
      .where(condition)
      .orderBy(desc(unmatchedPayments.at))
      .limit(maxListed)
    return { kind: 'list', rows: rows.map((row) => formatUnmatched(row, zone)) }
  },
}

const orderOption = {
  placeholder: 'number',
  help: 'the order number, if the payment matches several',
}

const resolveUnmatched: Command = {
  name: 'unmatched-payments handle',
  operand: 'payment',
  summary:
    'Marks a payment that matches no order as handled, by its number. Changes no balance. Needs --by and --how.',
  options: {
    how: {
      placeholder: 'text',
      help: 'what was done, such as “refunded at WeChat Pay” (required)',
    },
    order: orderOption,
  },
  async run(tx, { operand, options, operator, now, zone }) {
    if (options['how'] === undefined || !operator.isNamed)
      throw new UsageError('unmatched-payments handle needs --by and --how.')
    const handling = parseText(options['how'], 'how')
    const found = await getUnmatchedByNo(tx, operand!, options['order'])
    const { before, after } = await markOtherwiseHandled(tx, found, handling, operator.name, now)
    const subject = `payment ${operand}`
    await recordChange(tx, {
      at: now,
      operator: operator.name,
      action: 'unmatched-payments handle',
      subject,
      reason: handling,
      before,
      after,
    })
    return {
      kind: 'change',
      subject,
      before: formatUnmatched(before, zone),
      after: formatUnmatched(after, zone),
      changed: { ownerId: null, about: [] },
      notes: [],
      needsConfirmation: false,
    }
  },
}

const creditUnmatched: Command = {
  name: 'unmatched-payments credit',
  operand: 'payment',
  summary:
    'Credits a payment that matches no order to an order of the same amount, or to an account what it is worth by the catalogue. Needs --by and --reason.',
  options: {
    'to-order': { placeholder: 'number', help: 'an order that is not paid' },
    'to-account': { placeholder: 'account', help: 'an account, given by its login name' },
    reason: { placeholder: 'text', help: 'why; kept for operators (required)' },
    order: orderOption,
  },
  async run(tx, { operand, options, operator, now, zone }) {
    const { 'to-order': orderNo, 'to-account': account } = options
    if ((orderNo === undefined) === (account === undefined))
      throw new UsageError('unmatched-payments credit needs one of --to-order, --to-account.')
    if (options['reason'] === undefined || !operator.isNamed)
      throw new UsageError('unmatched-payments credit needs --by and --reason.')
    const note = parseText(options['reason'], 'reason')
    const found = await getUnmatchedByNo(tx, operand!, options['order'])
    const target =
      orderNo === undefined ? { ownerId: (await getUserKey(tx, account!)).ownerId } : { orderNo }
    const change = { operator: operator.name, note, now }
    const credited = await creditAndRecord(tx, String(found.id), target, change)
    const objection = await findCreditObjection(tx, operator, credited, { now, zone })
    if (objection === 'otherAccount') throw createRefusal('otherAccountByCommand', {})
    if (objection) throw createRefusal('dayLimitByCommand', {})
    const { before, after, ownerId } = credited
    const subject = `payment ${operand}`
    return {
      kind: 'change',
      subject,
      before: formatUnmatched(before, zone),
      after: formatUnmatched(after, zone),
      changed: { ownerId, about: creditedTopics },
      notes: [],
      needsConfirmation: true,
    }
  },
}

export const unmatchedPaymentCommands: readonly Command[] = [
  listUnmatched,
  creditUnmatched,
  resolveUnmatched,
]

const formatUnmatched = (row: UnmatchedPayment, zone: string): OutputRow => ({
  row,
  text: {
    notifiedAt: formatWireTime(row.at, zone),
    gateway: row.gateway,
    payment: row.gatewayNo,
    order: row.orderNo,
    amount: formatYuan(row.amountCents),
    why: unmatchedReasons[row.reason],
    handled: row.handledAt
      ? `${formatWireTime(row.handledAt, zone)} by ${row.handledBy}: ${row.handling}`
      : 'no',
  },
})
