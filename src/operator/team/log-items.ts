/** Items of an entry of the operator log: what its values are called, and their text. */
import { parseJson } from '#client/browser.ts'
import { exactCount, yuan } from '#client/i18n/format.ts'
import { toWire } from '#client/i18n/time.ts'
import { fieldTypeAt } from '#console/engine/build-fields.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { hasMessage, messageOf } from '#console/refine/i18n.ts'
import type { OperatorLogRow } from '#contract/operator/operator-log.ts'
import { Flag } from '#contract/vocabulary.ts'

export type LogItem = { path: string; label: string; before?: string; after?: string }

/** Items that differ, with the number of those that do not. */
export function changedItems({
  action,
  ...row
}: Pick<OperatorLogRow, 'action' | 'before' | 'after'>): {
  changed: LogItem[]
  unchanged: number
} {
  const before = itemsOf(row.before)
  const after = itemsOf(row.after)
  const kind = action.split(' ')[0]!
  const page = pages[kind] ?? kind
  // A credit logs the balance before and after it beside what became of the payment.
  for (const [path, value] of after) {
    const [, side, inner] = /^(before|after)\.(.+)$/.exec(path) ?? []
    if (inner === undefined) continue
    after.delete(path)
    if (side === 'before') before.set(inner, value)
    else after.set(inner, value)
  }
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  const changed = paths.filter((path) => before.get(path) !== after.get(path))
  return {
    changed: changed.map((path) => ({
      path,
      label: labelOf(path, page),
      ...textOf('before', path, page, before.get(path)),
      ...textOf('after', path, page, after.get(path)),
    })),
    unchanged: paths.length - changed.length,
  }
}

/** Values by dotted path; a text that is no object is one value without a name. */
export function itemsOf(json: string | null | undefined): Map<string, string> {
  const items = new Map<string, string>()
  const add = (path: string, value: unknown) => {
    if (value === null || value === undefined) return
    if (typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) add(path ? `${path}.${key}` : key, inner)
    else items.set(path, String(value))
  }
  add('', parseJson(json ?? null) ?? json)
  return items
}

/** Last segment of a path. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** Pages whose rows are logged under another name. */
const pages: Readonly<Record<string, string>> = {
  contacts: 'supportContacts',
  config: 'configuration',
}

/** Fields that are logged under the name of their column. */
const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  supportContacts: { accountType: 'purpose' },
  downloads: { version: 'softwareVersion' },
}

/**
 * Label of an inner item by its path, else on the page of the changed rows, or where the console
 * has one, else the name in the log.
 */
function labelOf(path: string, page: string): string {
  // The content is JSON with names of its own.
  if (page === 'configuration' && path.startsWith('value.')) return path
  const item = path.replace(/(\.\d+)+$/, '')
  const name = nameOf(item)
  const keys = [
    ...(item === name ? [] : [`team.items.${item}`]),
    `resources.${page}.fields.${fields[page]?.[name] ?? name}`,
    `team.items.${name}`,
    `fields.${name}`,
  ]
  const key = keys.find((candidate) => hasMessage(candidate))
  return key === undefined ? path : messageOf(key)
}

/** Codes by the name of their item; items of the same name in several tables have several. */
const codesOf: Readonly<Record<string, readonly string[]>> = {
  billingMode: ['billingMode'],
  gateway: ['paymentGateway'],
  kind: ['approvalKind'],
  mode: ['billingMode'],
  outcome: ['unmatchedState'],
  reason: ['unmatchedReason', 'refundReason'],
  role: ['operatorRole'],
  state: ['approvalState', 'refundState'],
  vendorState: ['refundProgress'],
}

/** Items whose values are counts. */
const countItems = new Set([
  'chars',
  'voices',
  'images',
  'minutes',
  'num',
  'taken',
  'owed',
  'waived',
])

function textOf<K extends string>(
  side: K,
  path: string,
  page: string,
  value: string | undefined,
): Partial<Record<K, string>> {
  if (value === undefined || value === '') return {}
  return {
    [side]: flagText(path, page, value) ?? formatValue(nameOf(path), page, value),
  } as Partial<Record<K, string>>
}

/** As the page of the changed rows shows yes and no; undefined for other values. */
function flagText(path: string, page: string, value: string): string | undefined {
  if (value !== 'true' && value !== 'false') return undefined
  const fieldType = fieldTypeAt(page, path, Flag)
  const flag = Number(value === 'true')
  return getFieldTypeUi(fieldType).text(flag, { fieldType, row: {}, lookupData: undefined })
}

/** Formats a value by the name of its item; values that are not recognised stay as they are. */
function formatValue(name: string, page: string, value: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return toWire(new Date(value))
  if (/^-?\d+$/.test(value)) {
    if (/cents/i.test(name)) return yuan(Number(value))
    if (countItems.has(name)) return exactCount(Number(value))
  }
  const code = [
    `resources.${page}.values.${fields[page]?.[name] ?? name}.${value}`,
    ...(codesOf[name] ?? []).map((codeName) => `codes.${codeName}.${value}`),
  ].find((key) => hasMessage(key))
  return code === undefined ? value : messageOf(code)
}
