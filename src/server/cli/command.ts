/** What the operator command is made of: commands, what they are given, and what they tell. */
import type { Db } from '#server/platform/db/open.ts'
import type { ChangeEvent } from '#server/platform/events/event-bus.ts'

/** What is refused, in one sentence; nothing was changed. */
export class ValidationError extends Error {
  override name = 'Nonsense'
}

/** The command line is wrong, in one sentence. */
export class UsageError extends Error {
  override name = 'WrongUse'
}

export type Row = Readonly<Record<string, unknown>>

/** As it stands in the database, and as a person reads it. */
export type OutputRow = { row: Row; text: Readonly<Record<string, string>> }

export type CommandOutput =
  | { kind: 'list'; rows: readonly OutputRow[]; csv?: boolean }
  | { kind: 'item'; item: OutputRow }
  | {
      kind: 'change'
      /** What of, such as `package 2`. */
      subject: string
      before: OutputRow | null
      after: OutputRow | null
      /** What the operator better knows before saying yes. */
      notes: readonly string[]
      /** What open pages are to ask for anew. */
      changed: ChangeEvent
      /** Money, or what money buys, changes: it is done only with `--yes`. */
      movesMoney: boolean
    }

/** A value on the command line; each is read by the one command that takes it. */
export type Option = { says: string; takes?: string }

export type Given = {
  /** What follows the command's name, such as an id. */
  operand: string | undefined
  options: Readonly<Record<string, string | undefined>>
  operator: Operator
  now: Date
  /** The business time zone. */
  zone: string
}

/** `named`: said on the command line, not only the name of this machine's user. */
export type Operator = { name: string; named: boolean }

export type Command = {
  /** Such as `packages change`. */
  name: string
  /** What `operand` is, where there is one. */
  operand?: string
  summary: string
  options?: Readonly<Record<string, Option>>
  /** Makes its changes in the transaction it is given, which is undone when they are not to be. */
  run: (tx: Db, given: Given) => Promise<CommandOutput>
}
