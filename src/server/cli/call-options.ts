/** Options of a command, from its input schema: their help, their values and their errors. */
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { shapeOf, unwrapSchema } from '#contract/query.ts'
import { fieldTypeRegistry } from '#contract/vocabulary.ts'
import type { Lang } from '#locales/messages.ts'
import { say, UsageError, type Command } from '#server/cli/command.ts'
import { formatOperatorLabel } from '#server/platform/messages.ts'

type Schema = z.core.$ZodType

/** `flag`: as it is typed; `label`: as the console shows it. */
type CommandOption = { name: string; flag: string; label: string; isRequired: boolean }

/** Name of the option of a field, since `--operator` is who makes the call. */
export const optionNameOf = (field: string): string =>
  field === 'operator' ? 'input.operator' : field

export function listOptions(command: Command, lang: Lang): CommandOption[] {
  const operand = 'run' in command ? command.operand : undefined
  return Object.entries(shapeOf(command.input)).map(([name, schema]) => ({
    name,
    flag: name === operand ? `<${name}>` : `--${optionNameOf(name)} <${placeholderOf(schema)}>`,
    label: formatOperatorLabel(lang, command.name, name) ?? '',
    isRequired: !z.safeParse(schema, undefined).success,
  }))
}

/** A sentence per line about the fields, each with its option. */
export function describeFieldErrors(
  command: Command,
  sentences: Readonly<Record<string, string>>,
  lang: Lang,
): string {
  const options = listOptions(command, lang)
  const describe = ([field, sentence]: [string, string]) => {
    const option = options.find(({ name }) => name === field.split('.')[0])
    return option ? `${option.flag}: ${sentence}` : sentence
  }
  return Object.entries(sentences).map(describe).join('\n')
}

function placeholderOf(schema: Schema): string {
  const plain = unwrapSchema(schema)
  const type = fieldTypeRegistry.get(plain)
  if (type?.kind === 'code') return type.values.join('|')
  if (type?.kind === 'flag') return 'yes|no'
  if (type?.kind === 'cents') return '0.00'
  if (type?.kind === 'time') return 'YYYY-MM-DD HH:mm:ss'
  if (type?.kind === 'date') return 'YYYY-MM-DD'
  if (type?.kind === 'picture') return 'file|https://…'
  if (type?.kind === 'longText') return 'text|@file|@-'
  if (plain instanceof z.core.$ZodArray) return 'a,b|JSON|@file|@-'
  return plain._zod.def.type === 'number' ? 'number' : (type?.kind ?? 'text')
}

/**
 * The typed values as the call takes them. What can't be read stays text, which the validation then
 * refuses. Throws UsageError for an unreadable file.
 */
export const readInput = (
  input: Schema,
  typed: Readonly<Record<string, string>>,
  lang: Lang,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typed).map(([name, text]) => [
      name,
      readValue(shapeOf(input)[name]!, text, (path) => readOptionFile(path, name, lang)),
    ]),
  )

function readValue(schema: Schema, text: string, readFile: (path: string) => Buffer): unknown {
  const plain = unwrapSchema(schema)
  const kind = fieldTypeRegistry.get(plain)?.kind
  const { type } = plain._zod.def
  if (kind === 'flag') return readFlag(text, type === 'boolean')
  if (kind === 'cents') return readYuan(text)
  if (kind === 'picture') return /^$|^data:|^https?:/.test(text) ? text : toDataUrl(readFile(text))
  if (type === 'number') return /^[+-]?\d{1,16}$/.test(text) ? Number(text) : text
  const isStructured = type === 'array' || type === 'object'
  if (!isStructured && kind !== 'longText') return text
  const content = text.startsWith('@') ? readFile(text.slice(1)).toString('utf8') : text
  if (!isStructured) return content
  if (plain instanceof z.core.$ZodArray && !/^\s*\[/.test(content)) return content.split(',')
  return parseJson(content) ?? content
}

const flags = new Map(Object.entries({ yes: 1, no: 0, true: 1, false: 0, 1: 1, 0: 0 }))

function readFlag(text: string, isBoolean: boolean): unknown {
  const flag = flags.get(text)
  return isBoolean && flag !== undefined ? flag === 1 : (flag ?? text)
}

/** Yuan such as 99 or 99.50, as fen. */
function readYuan(text: string): number | string {
  const [, integer, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return integer === undefined ? text : Number(integer) * 100 + Number(fraction.padEnd(2, '0'))
}

/** The server checks whether it is a picture. */
const toDataUrl = (bytes: Buffer): string =>
  `data:image/${bytes[0] === 0x89 ? 'png' : 'jpeg'};base64,${bytes.toString('base64')}`

/** Content of the file, or of the standard input if `path` is `-`. */
function readOptionFile(path: string, name: string, lang: Lang): Buffer {
  try {
    return readFileSync(path === '-' ? 0 : path)
  } catch (reason) {
    const cause = (reason as NodeJS.ErrnoException).code ?? ''
    throw new UsageError(say(lang, 'commands.unreadable', { name, path, cause }))
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
