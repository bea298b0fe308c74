/** Commands that need no operator: the first one, and who counts as a person of their own. */
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { operators as calls } from '#contract/operator/operators.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { Email } from '#contract/vocabulary.ts'
import { say, type Command, type CommandContext, type CommandOutput } from '#server/cli/command.ts'
import { confirmOperator } from '#server/features/operators/confirm-operator.ts'
import { createOperator } from '#server/features/operators/create-operator.ts'
import { operators } from '#server/features/operators/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { transaction, type Db } from '#server/platform/db/db.ts'

export const operatorCommands: readonly Command[] = [
  {
    name: 'operators.add',
    summary: (lang) => say(lang, 'commands.addOperator'),
    input: calls.create.input,
    operand: 'email',
    async run(fields: ParsedInputOf<typeof calls.create>, context: CommandContext) {
      const services = await context.openDependencies()
      return transaction(context.db, async (tx) => {
        const created = await createOperator(tx, services, fields, context.by, context.now)
        return describeOperator(tx, fields.email, context, [
          `Password: ${created.password}`,
          `Authenticator secret: ${created.secret}`,
          `Authenticator URI: ${created.uri}`,
        ])
      })
    },
  },
  {
    name: 'operators.confirm',
    summary: (lang) => say(lang, 'commands.confirmOperator'),
    input: z.object({ email: Email }),
    operand: 'email',
    run: ({ email }: { email: string }, context: CommandContext) =>
      transaction(context.db, async (tx) => {
        const { userId } = await getOperator(tx, email)
        await confirmOperator(tx, userId, context.by, context.now)
        return describeOperator(tx, email, context, [])
      }),
  },
]

async function getOperator(tx: Db, email: string) {
  const isNamed = eq(operators.email, email.trim().toLowerCase())
  const [found] = await tx.select().from(operators).where(isNamed)
  if (!found) throw new ApiError('notFound')
  return found
}

async function describeOperator(
  tx: Db,
  typed: string,
  { lang }: CommandContext,
  notes: readonly string[],
): Promise<CommandOutput> {
  const { passwordHash: _, ...after } = await getOperator(tx, typed)
  const subject = `operator ${after.email}`
  const facts = [`${after.name}, ${after.role}`, ...notes].map((line) => `  ${line}`)
  return {
    data: { subject, before: null, after, notes, done: true },
    lines: [subject, ...facts, say(lang, 'commands.done')],
  }
}
