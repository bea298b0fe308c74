/**
 * Operator commands: their type, errors, parsers of options and formats of values; and the list of
 * changes.
 */
import type { Db } from '#server/platform/db/open.ts'
import type { ChangeEvent } from '#server/platform/events/event-bus.ts'
import { readFileSync } from 'node:fs'
import { describeError } from '#server/platform/log.ts'
import { desc } from 'drizzle-orm'
import { findRefusedCharacter, normalizeOneLine } from '#contract/one-line-text.ts'
import { operatorLog } from '#server/features/operators/table.ts'
import type { AccountServices } from '#server/features/operators/service.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

/** Rejected with a one-sentence message; nothing has changed. */
export class ValidationError extends Error {
  override name = 'ValidationError'
}

/** Invalid command line, with a one-sentence message. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export type Row = Readonly<Record<string, unknown>>

/** A database row and its formatted columns. */
export type OutputRow = { row: Row; text: Readonly<Record<string, string>> }

export type CommandOutput =
  | { kind: 'list'; rows: readonly OutputRow[]; csv?: boolean }
  | { kind: 'item'; item: OutputRow }
  | {
      kind: 'change'
      /** The changed object, for example `package 2`. */
      subject: string
      before: OutputRow | null
      after: OutputRow | null
      /** Information for the operator before confirming. */
      notes: readonly string[]
      /** Event by which open pages refetch. */
      changed: ChangeEvent
      /** The command changes money or prices, so it requires `--yes`. */
      needsConfirmation: boolean
    }

/**
 * An option of the command line, parsed by its command. `placeholder` names its value in the
 * help; without one it is a flag.
 */
export type Option = { help: string; placeholder?: string }

export type CommandInput = {
  /** The argument after the command's name, for example an id. */
  operand: string | undefined
  options: Readonly<Record<string, string | undefined>>
  operator: Operator
  now: Date
  /** Business time zone. */
  zone: string
  /**
   * Needed to store passwords and secrets; throws without the server's SECRET_KEY in production.
   */
  services: () => Promise<AccountServices>
}

/** `isNamed`: given with `--by`, rather than taken from the machine's user. */
export type Operator = { name: string; isNamed: boolean }

export type Command = {
  /** For example `packages change`. */
  name: string
  /** Name of the operand in the help; absent if the command has none. */
  operand?: string
  summary: string
  options?: Readonly<Record<string, Option>>
  /** Its statements may run for minutes. */
  isLong?: boolean
  /** Runs in the given transaction, which is rolled back unless confirmed. */
  run: (tx: Db, input: CommandInput) => Promise<CommandOutput>
}

/** Parses the value of the option `name`. Throws ValidationError. */
type Parser<T> = (text: string, name: string) => T

const maxTextLength = 200

/** Text of several lines, trimmed. */
export const parseLongText: Parser<string> = (text, name) => {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > maxTextLength)
    throw new ValidationError(`--${name} must be 1 to ${maxTextLength} characters long.`)
  return trimmed
}

/** Text on one line, by the rule of the calls. */
export const parseText: Parser<string> = (text, name) => {
  const line = parseLongText(normalizeOneLine(text), name)
  const refused = findRefusedCharacter(line)
  if (refused)
    throw new ValidationError(
      `--${name} must be one line without invisible characters, and contains ${refused.character}.`,
    )
  return line
}

/** A positive integer up to `max`. */
export const parseCount =
  (max: number): Parser<number> =>
  (text, name) => {
    const number = /^\d{1,15}$/.test(text.trim()) ? Number(text) : 0
    if (number < 1 || number > max)
      throw new ValidationError(
        `--${name} is “${text}”: it must be a whole number from 1 to ${max}.`,
      )
    return number
  }

/** A signed integer other than 0. */
export const parseDifference: Parser<number> = (text, name) => {
  const number = /^[+-]?\d{1,15}$/.test(text.trim()) ? Number(text) : 0
  if (number === 0)
    throw new ValidationError(
      `--${name} is “${text}”: it must be a whole number such as 500 or -500, and not 0.`,
    )
  return number
}

/** Yuan, for example 99 or 99.50, to cents; `min` and `max` in cents. */
export const parseYuan =
  (min: number, max: number): Parser<number> =>
  (text, name) => {
    const [, integer, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
    const cents =
      integer === undefined ? Number.NaN : Number(integer) * 100 + Number(fraction.padEnd(2, '0'))
    if (!(cents >= min && cents <= max))
      throw new ValidationError(
        `--${name} is “${text}”: it must be an amount in yuan from ${formatYuan(min)} to ${formatYuan(max)}, such as 99.00.`,
      )
    return cents
  }

export const parseYesOrNo: Parser<boolean> = (text, name) => {
  if (text !== 'yes' && text !== 'no')
    throw new ValidationError(`--${name} is “${text}”: it must be yes or no.`)
  return text === 'yes'
}

export const parseOneOf =
  <const V extends string>(values: readonly V[]): Parser<V> =>
  (text, name) => {
    const found = values.find((value) => value === text)
    if (found === undefined)
      throw new ValidationError(`--${name} is “${text}”: it must be one of ${values.join(', ')}.`)
    return found
  }

export const parseWebAddress: Parser<string> = (text, name) => {
  const address = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:')
    throw new ValidationError(
      `--${name} is “${text}”: it must be an address that starts with https:// or http://.`,
    )
  return text.trim()
}

/** JSON, or @ and the name of a JSON file. */
export const parseJson: Parser<unknown> = (text, name) => {
  const content = text.startsWith('@') ? readOptionFile(text.slice(1), name).toString('utf8') : text
  try {
    return JSON.parse(content) as unknown
  } catch (reason) {
    throw new ValidationError(`--${name} is not JSON: ${(reason as Error).message}.`)
  }
}

export const formatYuan = (cents: number): string => `¥${(cents / 100).toFixed(2)}`
export const formatYesOrNo = (value: boolean): string => (value ? 'yes' : 'no')
export const formatInteger = (number: number): string => number.toLocaleString('en')

/** Content of a file that an option names. */
export function readOptionFile(path: string, name: string): Buffer {
  try {
    return readFileSync(path)
  } catch (reason) {
    throw new ValidationError(
      `--${name}: the file ${path} can’t be read (${(reason as NodeJS.ErrnoException).code ?? describeError(reason)}).`,
    )
  }
}

const defaultHistoryLength = 20

export const historyCommand: Command = {
  name: 'history list',
  summary: 'Lists the changes made with this command, newest first.',
  options: { last: { placeholder: 'number', help: `how many; default ${defaultHistoryLength}` } },
  async run(tx, { options, zone }) {
    const last =
      options['last'] === undefined
        ? defaultHistoryLength
        : parseCount(10_000)(options['last'], 'last')
    const rows = await tx.select().from(operatorLog).orderBy(desc(operatorLog.id)).limit(last)
    return {
      kind: 'list',
      rows: rows.map((row) => ({
        row,
        text: {
          at: formatWireTime(row.at, zone),
          operator: row.operator,
          action: row.action,
          subject: row.subject,
          reason: row.reason ?? '',
        },
      })),
    }
  },
}
