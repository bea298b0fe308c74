/** Commands that list, add, change and remove the records of a table. */
import type { Topic } from '#contract/topics.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  ValidationError,
  UsageError,
  type Command,
  type Given,
  type Option,
  type Row,
  type OutputRow,
  writeDown,
  money,
  integer,
} from '#server/cli/command.ts'
import type { Channel, MemberGroup } from '#server/features/packages/table.ts'

/** An option that sets one column. */
type Field = Option & {
  column: string
  parse: (text: string, name: string) => unknown
  /** Accepted by `add` alone; undefined: also by `change`. */
  onlyFor?: 'add'
  /** Required by `add`. */
  required?: true
  /** Description of the default, for the help. */
  defaultText?: string
}

/** Builds the list, add, change and delete commands of an entity from its definition. */
export type Entity<T extends Row> = {
  /** For example `packages` and `package`. */
  plural: string
  singular: string
  summary: string
  /** Topics of the change event: first path segments of the affected endpoints. */
  topics: readonly Topic[]
  fields: Readonly<Record<string, Field>>
  list: (tx: Db) => Promise<T[]>
  /** Defaults of a new row. */
  defaults: (all: readonly T[], format: Partial<T>) => Partial<T>
  /** The operator chooses the ids. */
  hasChosenId?: true
  idOf: (entity: T) => string
  /** Throws ValidationError. `all`: all rows after the change. Returns notes for the operator. */
  check: (
    tx: Db,
    change: { before: T | null; after: T | null; all: readonly T[] },
  ) => Promise<string[]>
  changesPrices: (before: T | null, after: T | null) => boolean
  save: (tx: Db, after: T, before: T | null) => Promise<void>
  remove: (tx: Db, entity: T) => Promise<void>
  text: (entity: T) => Record<string, string>
}

export function crudCommands<T extends Row>(entity: Entity<T>): Command[] {
  const { plural: many, singular: one, fields } = entity
  const shown = (each: T): OutputRow => ({ row: each, text: entity.text(each) })
  const optionsFor = (verb: 'add' | 'change') =>
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
  const change = async (
    tx: Db,
    verb: string,
    { operator, now }: Given,
    before: T | null,
    after: T | null,
  ) => {
    const all = (await entity.list(tx)).filter(
      (each) => !before || entity.idOf(each) !== entity.idOf(before),
    )
    const notes = await entity.check(tx, { before, after, all: after ? [...all, after] : all })
    if (after) await entity.save(tx, after, before)
    else if (before) await entity.remove(tx, before)
    const subject = `${one} ${entity.idOf((after ?? before)!)}`
    await writeDown(tx, {
      at: now,
      operator: operator.name,
      action: `${many} ${verb}`,
      subject,
      before,
      after,
    })
    const result = { subject, before: before && shown(before), after: after && shown(after) }
    return {
      kind: 'change' as const,
      ...result,
      changed: { ownerId: null, about: entity.topics },
      notes,
      needsConfirmation: entity.changesPrices(before, after),
    }
  }
  const find = async (tx: Db, { operand }: Given): Promise<T> => {
    const all = await entity.list(tx)
    const found = all.find((each) => entity.idOf(each) === operand)
    if (!found)
      throw new ValidationError(
        `No ${one} ${operand}. Existing: ${all.map(entity.idOf).join(', ') || 'none'}.`,
      )
    return found
  }
  return [
    {
      name: `${many} list`,
      summary: `Lists ${entity.summary}.`,
      run: async (tx) => ({ kind: 'list', rows: (await entity.list(tx)).map(shown) }),
    },
    {
      name: `${many} add`,
      ...(entity.hasChosenId ? { operand: 'id' } : {}),
      summary: `Adds a ${one}.`,
      options: optionsFor('add'),
      async run(tx, given) {
        const all = await entity.list(tx)
        if (all.some((each) => entity.hasChosenId && entity.idOf(each) === given.operand))
          throw new ValidationError(`A ${one} ${given.operand} already exists.`)
        const missing = Object.entries(fields).filter(
          ([name, { required }]) => required && given.options[name] === undefined,
        )
        if (missing.length > 0)
          throw new UsageError(
            `${many} add needs ${missing.map(([name]) => `--${name}`).join(', ')}.`,
          )
        const text: Row = {
          ...(entity.hasChosenId ? { id: given.operand } : {}),
          ...readFields(fields, given),
        }
        return change(tx, 'add', given, null, {
          ...entity.defaults(all, text as Partial<T>),
          ...text,
        } as T)
      },
    },
    {
      name: `${many} change`,
      operand: 'id',
      summary: `Changes a ${one}. Values left out stay as they are.`,
      options: optionsFor('change'),
      async run(tx, given) {
        const before = await find(tx, given)
        const text = readFields(fields, given)
        if (Object.keys(text).length === 0)
          throw new UsageError(
            `${many} change needs at least one value to change: ${Object.keys(optionsFor('change')).join(', ')}.`,
          )
        return change(tx, 'change', given, before, { ...before, ...text })
      },
    },
    {
      name: `${many} delete`,
      operand: 'id',
      summary: `Deletes a ${one}.`,
      run: async (tx, given) => change(tx, 'delete', given, await find(tx, given), null),
    },
  ]
}

function readFields(fields: Readonly<Record<string, Field>>, { options }: Given): Row {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { column: key, parse: read }]) => {
      const text = options[name]
      return text === undefined ? [] : [[key, read(text, name)]]
    }),
  )
}

type Placed = { id: string; position: number }

/** Rules and ids of the catalogue, shared by the commands on channels and packages. */
export const nextId = (all: readonly Placed[]): string =>
  String(Math.max(0, ...all.map(({ id }) => Number(id))) + 1)
export const nextPosition = (all: readonly { position: number }[]): number =>
  Math.max(0, ...all.map(({ position }) => position)) + 1

/**
 * Prevents arbitrage: characters sold below their channel's value could be converted into more than
 * was paid. Minutes need no such rule, because they are valued at the cheapest rate on sale. Throws
 * ValidationError.
 */
export function refuseUnderpriced(
  channels: readonly Channel[],
  packages: readonly MemberGroup[],
): void {
  for (const { id, billingMode, onSale, channelId, num, priceCents } of packages) {
    const channel = channels.find((each) => each.id === channelId)
    if (!onSale || billingMode !== 'char' || !channel) continue
    const [price, worth] = [
      BigInt(priceCents) * 1_000_000n,
      BigInt(num) * BigInt(channel.centsPerMillion),
    ]
    if (price < worth)
      throw new ValidationError(
        `Package ${id} would sell ${integer(num)} characters for ${money(priceCents)}, while channel ${channelId} counts a million as ${money(channel.centsPerMillion)}: a buyer could convert it into more than they paid.`,
      )
  }
}
