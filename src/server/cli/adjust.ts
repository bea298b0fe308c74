/** Command that adjusts a balance by a ledger row SYS_ADJUST, with operator and reason. */
import { accountNamed } from '#server/features/accounts/service.ts'
import type { Account } from '#server/features/ledger/service.ts'
import {
  adjustCustomer,
  adjustmentEvent,
  subjectOf,
} from '#server/features/accounts/customers/service.ts'
import type { Adjustment } from '#server/features/packages/adjustments/service.ts'
import {
  UsageError,
  type Command,
  type OutputRow,
  difference,
  text,
  integer,
} from '#server/cli/command.ts'
import { wireTimeOf } from '#server/platform/db/time.ts'

const units = ['chars', 'voices', 'images', 'minutes'] as const

export const adjust: Command = {
  name: 'adjust',
  operand: 'account',
  summary:
    'Changes the balance of an account, given by its login name. The owner sees who did it. Needs --by and --reason.',
  options: {
    chars: { placeholder: '+/-number', help: 'characters' },
    voices: { placeholder: '+/-number', help: 'voice units' },
    images: { placeholder: '+/-number', help: 'images' },
    minutes: { placeholder: '+/-number', help: 'minutes of a monthly package; 1440 is a day' },
    reason: { placeholder: 'text', help: 'why; kept for staff (required)' },
  },
  async run(tx, { operand, options, operator, now, zone }) {
    const expected: Adjustment = Object.fromEntries(
      units.flatMap((unit) =>
        options[unit] === undefined ? [] : [[unit, difference(options[unit], unit)]],
      ),
    )
    if (Object.keys(expected).length === 0)
      throw new UsageError('adjust needs at least one of --chars, --voices, --images, --minutes.')
    if (options['reason'] === undefined || !operator.named)
      throw new UsageError('adjust needs --by and --reason.')
    const reason = text(options['reason'], 'reason')
    const user = await accountNamed(tx, operand!)
    const change = { operator: operator.name, reason, now }
    const customer = { ...user, name: operand! }
    const adjusted = await adjustCustomer(tx, customer, expected, change)
    const [before, after] = [shown(adjusted.before, zone), shown(adjusted.after, zone)]
    const subject = subjectOf(customer)
    const changed = adjustmentEvent(user)
    return { kind: 'change', subject, before, after, changed, notes: [], needsConfirmation: true }
  },
}

function shown({ chars, voices, images, expiresAt }: Account, zone: string): OutputRow {
  return {
    row: { chars, voices, images, expiresAt },
    text: {
      chars: integer(chars),
      voices: integer(voices),
      images: integer(images),
      'valid until': expiresAt ? wireTimeOf(expiresAt, zone) : 'no end',
    },
  }
}
