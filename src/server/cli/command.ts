/** Commands of `npm run ops`: their type, errors and texts. */
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { en, zh } from '#locales/operator-commands.ts'
import { formatMessage, type Lang, type MessageKey, type Values } from '#locales/messages.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Db } from '#server/platform/db/open.ts'

/** Refused with a sentence; nothing has changed. */
export class ValidationError extends Error {
  override name = 'ValidationError'
}

/** Invalid command line, with a sentence. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export const say = (lang: Lang, key: MessageKey<typeof zh>, values?: Values): string =>
  formatMessage({ zh, en }[lang], lang, key, values) ?? key

/** A call of the operators' contract, or a command that needs no operator. */
export type Command = {
  /** Group and call, such as `customers.adjust`. */
  name: string
  summary: (lang: Lang) => string
  input: z.core.$ZodType
} & ({ endpoint: Endpoint } | DirectCommand)

export type DirectCommand = {
  /** Field given as an argument, not as an option. */
  operand?: string
  /** `fields`: by `input`. Throws ValidationError or ApiError. */
  run: (fields: never, context: CommandContext) => Promise<CommandOutput>
}

export type CommandContext = {
  db: Db
  /** For the operator log: `--by`, or the machine's user. */
  by: { name: string }
  lang: Lang
  now: Date
  /** Business time zone. */
  zone: string
  /** Throws without the server's SECRET_KEY. */
  openDependencies: () => Promise<Dependencies>
}

/** `data`: for `--json`. `isUnconfirmed`: nothing has changed without `--yes`. */
export type CommandOutput = { data: unknown; lines: readonly string[]; isUnconfirmed?: boolean }
