/** Commands that list, add, change and delete records, built from a description of each kind. */
import type { Db } from '#server/platform/db/open.ts'
import { changeRecord, type RecordRules } from '#server/features/operators/records/service.ts'
import { formatNote } from '#server/platform/messages.ts'
import {
  ValidationError,
  UsageError,
  type Command,
  type CommandInput,
  type Option,
  type Row,
  type OutputRow,
} from '#server/cli/command.ts'

/** An option that sets one column. */
type Field = Option & {
  column: string
  parse: (text: string, name: string) => unknown
  /** Accepted only by `add`; undefined: also by `change`. */
  onlyFor?: 'add'
  /** Required by `add`. */
  required?: true
  /** Description of the default, for the help. */
  defaultText?: string
}

/**
 * What the commands on one kind of records need: options, formats, and what has to be confirmed.
 */
export type Entity<T extends Row> = {
  rules: RecordRules<T>
  summary: string
  fields: Readonly<Record<string, Field>>
  /** The operator chooses the ids. */
  hasChosenId?: true
  changesPrices: (before: T | null, after: T | null) => boolean
  toText: (entity: T) => Record<string, string>
}

/** Builds the list, add, change and delete commands of an entity. */
export function createCrudCommands<T extends Row>(entity: Entity<T>): Command[] {
  const { rules, fields } = entity
  const { plural, singular } = rules
  const formatRow = (each: T): OutputRow => ({ row: each, text: entity.toText(each) })
  const createOptions = (verb: 'add' | 'change') =>
    Object.fromEntries(
      Object.entries(fields).flatMap(
        ([name, { onlyFor, required, defaultText, help, placeholder = 'text' }]) => {
          if (verb === 'change') return onlyFor === 'add' ? [] : [[name, { placeholder, help }]]
          return [
            [
              name,
              {
                placeholder,
                help: required ? `${help} (required)` : `${help}; default ${defaultText ?? 'none'}`,
              },
            ],
          ]
        },
      ),
    )
  const applyChange = async (
    tx: Db,
    verb: string,
    { operator, now }: CommandInput,
    before: T | null,
    after: T | null,
  ) => {
    const changedBy = { operator: operator.name, now }
    const notes = await changeRecord(tx, rules, { verb, before, after }, changedBy)
    const subject = `${singular} ${rules.idOf((after ?? before)!)}`
    return {
      kind: 'change' as const,
      subject,
      before: before && formatRow(before),
      after: after && formatRow(after),
      changed: { ownerId: null, about: rules.topics },
      notes: notes.map((note) => formatNote('en', note)),
      needsConfirmation: entity.changesPrices(before, after),
    }
  }
  const findRecord = async (tx: Db, { operand }: CommandInput): Promise<T> => {
    const all = await rules.list(tx)
    const found = all.find((each) => rules.idOf(each) === operand)
    if (!found)
      throw new ValidationError(
        `No ${singular} ${operand}. Existing: ${all.map(rules.idOf).join(', ') || 'none'}.`,
      )
    return found
  }
  return [
    {
      name: `${plural} list`,
      summary: `Lists ${entity.summary}.`,
      run: async (tx) => ({ kind: 'list', rows: (await rules.list(tx)).map(formatRow) }),
    },
    {
      name: `${plural} add`,
      ...(entity.hasChosenId ? { operand: 'id' } : {}),
      summary: `Adds a ${singular}.`,
      options: createOptions('add'),
      async run(tx, input) {
        const all = await rules.list(tx)
        if (entity.hasChosenId && all.some((each) => rules.idOf(each) === input.operand))
          throw new ValidationError(`A ${singular} ${input.operand} already exists.`)
        const missing = Object.entries(fields).filter(
          ([name, { required }]) => required && input.options[name] === undefined,
        )
        if (missing.length > 0)
          throw new UsageError(
            `${plural} add needs ${missing.map(([name]) => `--${name}`).join(', ')}.`,
          )
        const values: Row = {
          ...(entity.hasChosenId ? { id: input.operand } : {}),
          ...readFields(fields, input),
        }
        return applyChange(tx, 'add', input, null, {
          ...rules.defaults(all, values as Partial<T>),
          ...values,
        } as T)
      },
    },
    {
      name: `${plural} change`,
      operand: 'id',
      summary: `Changes a ${singular}. Values left out stay as they are.`,
      options: createOptions('change'),
      async run(tx, input) {
        const before = await findRecord(tx, input)
        const values = readFields(fields, input)
        if (Object.keys(values).length === 0)
          throw new UsageError(
            `${plural} change needs at least one value to change: ${Object.keys(createOptions('change')).join(', ')}.`,
          )
        return applyChange(tx, 'change', input, before, { ...before, ...values })
      },
    },
    {
      name: `${plural} delete`,
      operand: 'id',
      summary: `Deletes a ${singular}.`,
      run: async (tx, input) => applyChange(tx, 'delete', input, await findRecord(tx, input), null),
    },
  ]
}

function readFields(fields: Readonly<Record<string, Field>>, { options }: CommandInput): Row {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { column, parse }]) => {
      const text = options[name]
      return text === undefined ? [] : [[column, parse(text, name)]]
    }),
  )
}
