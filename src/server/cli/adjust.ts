/** Command that adjusts a balance by a ledger row SYS_ADJUST, with operator and reason. */
import { getUserKey } from '#server/features/accounts/service.ts'
import type { Account } from '#server/features/ledger/service.ts'
import {
  adjustCustomer,
  toAdjustmentEvent,
  toMovedAmounts,
  toLogSubject,
} from '#server/features/accounts/customers/service.ts'
import { refuseAboveDay } from '#server/features/operators/day-limits/service.ts'
import type { Adjustment } from '#server/features/packages/adjustments/service.ts'
import {
  UsageError,
  type Command,
  type OutputRow,
  parseDifference,
  parseText,
  formatInteger,
} from '#server/cli/command.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

const adjustableUnits = ['chars', 'voices', 'images', 'minutes'] as const

export const adjustCommand: Command = {
  name: 'adjust',
  operand: 'account',
  summary:
    'Changes the balance of an account, given by its login name. The owner sees who did it. Needs --by and --reason.',
  options: {
    chars: { placeholder: '+/-number', help: 'characters' },
    voices: { placeholder: '+/-number', help: 'voice units' },
    images: { placeholder: '+/-number', help: 'images' },
    minutes: { placeholder: '+/-number', help: 'minutes of a monthly package; 1440 is a day' },
    reason: { placeholder: 'text', help: 'why; kept for operators (required)' },
  },
  async run(tx, { operand, options, operator, now, zone }) {
    const adjustment: Adjustment = Object.fromEntries(
      adjustableUnits.flatMap((unit) =>
        options[unit] === undefined ? [] : [[unit, parseDifference(options[unit], unit)]],
      ),
    )
    if (Object.keys(adjustment).length === 0)
      throw new UsageError('adjust needs at least one of --chars, --voices, --images, --minutes.')
    if (options['reason'] === undefined || !operator.isNamed)
      throw new UsageError('adjust needs --by and --reason.')
    const reason = parseText(options['reason'], 'reason')
    const user = await getUserKey(tx, operand!)
    const change = { operator: operator.name, reason, now }
    const customer = { ...user, name: operand! }
    const adjusted = await adjustCustomer(tx, customer, adjustment, change)
    await refuseAboveDay(tx, operator, toMovedAmounts(adjustment), { now, zone })
    const [before, after] = [
      formatAccount(adjusted.before, zone),
      formatAccount(adjusted.after, zone),
    ]
    const subject = toLogSubject(customer)
    const changed = toAdjustmentEvent(user)
    return { kind: 'change', subject, before, after, changed, notes: [], needsConfirmation: true }
  },
}

function formatAccount({ chars, voices, images, expiresAt }: Account, zone: string): OutputRow {
  return {
    row: { chars, voices, images, expiresAt },
    text: {
      chars: formatInteger(chars),
      voices: formatInteger(voices),
      images: formatInteger(images),
      'valid until': expiresAt ? formatWireTime(expiresAt, zone) : 'no end',
    },
  }
}
