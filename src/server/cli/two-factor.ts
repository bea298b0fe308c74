/** Command that removes two-factor authentication from an account after an identity check. */
import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/user-key.ts'

import { loginNames } from '#server/platform/db/schema.ts'
import {
  deleteRecoveryCodes,
  removeTwoFactor,
  isTwoFactorEnabled,
  twoFactorOf,
} from '#server/auth/two-factor/service.ts'
import { sendSecurityAlert } from '#server/auth/security-events.ts'
import { ValidationError, UsageError, type Command, type OutputRow } from '#server/cli/command.ts'
import { writeDown } from '#server/cli/operator-log.ts'
import { text } from '#server/cli/values.ts'

export const removeSecondStep: Command = {
  name: 'second-step remove',
  operand: 'account',
  summary:
    'Removes two-step verification from an account, given by its login name: the password alone is then enough. The owner is notified. Needs --by and --reason.',
  options: {
    reason: {
      takes: 'text',
      says: 'why, and how the identity was verified; kept for staff (required)',
    },
  },
  async run(tx, { operand, options, operator, now }) {
    if (options['reason'] === undefined || !operator.named)
      throw new UsageError('second-step remove needs --by and --reason.')
    const reason = text(options['reason'], 'reason')
    const user = await userNamed(tx, operand!)
    if (!isTwoFactorEnabled(await twoFactorOf(tx, user)))
      throw new ValidationError(`${operand} does not use two-step verification.`)
    await removeTwoFactor(tx, user)
    await deleteRecoveryCodes(tx, user)
    await sendSecurityAlert(tx, user, 'secondStepRemoved', now)
    const subject = `account ${operand}`
    const [before, after] = [shown(true), shown(false)]
    await writeDown(tx, {
      at: now,
      operator: operator.name,
      action: 'second-step remove',
      subject,
      reason,
      before: before.row,
      after: after.row,
    })
    return {
      kind: 'change',
      subject,
      before,
      after,
      changed: { ownerId: user.ownerId, about: ['secondStep', 'notice'] },
      notes: [],
      movesMoney: false,
    }
  },
}

async function userNamed(tx: Db, name: string): Promise<UserKey> {
  const [found] = await tx
    .select({ ownerId: loginNames.ownerId, userId: loginNames.userId })
    .from(loginNames)
    .where(eq(loginNames.name, name.trim().toLowerCase()))
  if (!found)
    throw new ValidationError(
      `Account ${name} was not found. Use its email, username or sub-account name.`,
    )
  return found
}

const shown = (secondStep: boolean): OutputRow => ({
  row: { secondStep },
  text: { 'second step': secondStep ? 'on' : 'off' },
})
