/** Types of the operator commands: definition, input and output; validation and usage errors. */
import type { Db } from '#server/platform/db/open.ts'
import type { ChangeEvent } from '#server/platform/events/event-bus.ts'

/** Rejected with a one-sentence message; nothing has changed. */
export class ValidationError extends Error {
  override name = 'Nonsense'
}

/** Invalid command line, with a one-sentence message. */
export class UsageError extends Error {
  override name = 'WrongUse'
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
      /** Changes money or prices, so that it requires `--yes`. */
      movesMoney: boolean
    }

/** An option of the command line; it is parsed by its command. */
export type Option = { says: string; takes?: string }

export type Given = {
  /** The argument after the command's name, for example an id. */
  operand: string | undefined
  options: Readonly<Record<string, string | undefined>>
  operator: Operator
  now: Date
  /** Business time zone. */
  zone: string
}

/** `named`: given with `--by`, rather than taken from the machine's user. */
export type Operator = { name: string; named: boolean }

export type Command = {
  /** For example `packages change`. */
  name: string
  /** Name of the `operand` in the help, if the command takes one. */
  operand?: string
  summary: string
  options?: Readonly<Record<string, Option>>
  /** Runs in the given transaction, which is rolled back unless confirmed. */
  run: (tx: Db, given: Given) => Promise<CommandOutput>
}
