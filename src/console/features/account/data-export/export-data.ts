/** Data export: its sections, loaded page by page, and the JSON and HTML written from them. */
import { wireNow, businessZone } from '#client/i18n/time.ts'
import type { Serves } from '#console/refine/capabilities.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { accountLog, LogType } from '#contract/ledger.ts'
import type { Collection } from '#contract/collection.ts'
import { collections } from '#contract/collections.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listViews } from '#contract/saved-views.ts'
import { loginLog } from '#contract/sessions.ts'
import { orders } from '#contract/orders.ts'
import { spaces } from '#contract/workspace.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { allUsers, translationLog } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import type { User } from '#contract/user.ts'
import { hasMessage, t, messageOf } from '#console/refine/i18n.ts'
import { columnOf, rowOf } from '#console/engine/build-fields.ts'
import type { Column } from '#console/engine/page-model.ts'
import { unwrapSchema, shapeOf } from '#contract/query.ts'
import { language } from '#client/i18n/language.ts'
import { columnText } from '#console/engine/list/cell-text.ts'
import { call } from '#client/api/call.ts'
import { readAllRows, type PageOfRows } from '#console/engine/export/export-file.ts'
import { limits } from '#contract/limits.ts'

/** Section of the data export, loaded by the endpoint that its page uses. */
type Section = {
  /** Name of the page with the same fields; selects the messages. */
  readonly name: string
  readonly call: Endpoint
  /** One input per request; a function if they depend on rows of earlier sections. */
  readonly inputs:
    | readonly Row[]
    | ((rowsBySection: ReadonlyMap<string, readonly Row[]>) => readonly Row[])
  /** The field that identifies a row. */
  readonly id?: string
}

/** Leaves out sections that the backend does not serve. */
export function sectionsOf({ userId, registerDateTime }: User, serves: Serves): Section[] {
  const allTime = { createDateTimeBegin: registerDateTime, createDateTimeEnd: wireNow() }
  const inputsOfOwnSpaces: Section['inputs'] = (rowsBySection) =>
    (rowsBySection.get('spaces') ?? [])
      .filter(({ ownerId }) => String(ownerId) === String(userId))
      .map(({ id }) => ({ spaceId: id }))
  const all: Section[] = [
    { name: 'profile', call: users.get, inputs: [{}] },
    { name: 'subAccounts', call: subAccounts.page, inputs: [{}], id: 'userId' },
    { name: 'orders', call: orders.page, inputs: [{}], id: 'id' },
    {
      name: 'accountLog',
      call: accountLog.page,
      inputs: LogType.options.map((logType) => ({ logType, ...allTime })),
      id: 'id',
    },
    { name: 'loginLog', call: loginLog.page, inputs: [{}], id: 'id' },
    // Row ids of the log are unique per user only, hence no `id`.
    {
      name: 'translationLog',
      call: translationLog.page,
      inputs: [{ childUserId: allUsers, ...allTime }],
    },
    { name: 'spaces', call: spaces.list, inputs: [{}], id: 'id' },
    ...Object.values<Collection>(collections).map(({ name, config, calls }) => ({
      name,
      call: calls['page']!,
      inputs: config.scope.key === 'spaceId' ? inputsOfOwnSpaces : [{}],
      id: 'id',
    })),
    { name: 'listViews', call: listViews.list, inputs: [{}], id: 'id' },
  ]
  return all.filter(({ call }) => serves(call))
}

/** Columns of a section in the readable data export; before and after values share a column. */
export function columnsOf({ name, call }: Section): Column[] {
  const row = rowOf(call) ?? elementOf(call.output)
  const shape = shapeOf(row)
  const keys = Object.keys(shape).flatMap((key) => {
    const nested = Object.keys(shapeOf(unwrapSchema(shape[key]!)))
    return nested.length > 0 ? nested.map((nestedKey) => `${key}.${nestedKey}`) : [key]
  })
  return keys
    .toSorted((a, b) => Number(b === 'createDateTime') - Number(a === 'createDateTime'))
    .filter((key) => !(key.startsWith('last') && key.replace('last', 'before') in shape))
    .map((key) => columnOf(name, row, key.replace(/^before/, ''), []))
    .map(({ difference: _difference, ...column }) => ({
      ...column,
      label: [...column.label, `cancellation.data.fields.${column.key.replace('.', '-')}`],
    }))
    .filter(({ label }) => label.some((key) => hasMessage(key)))
}

/** The schema of one element of an array, or the schema itself. */
function elementOf(output: Parameters<typeof shapeOf>[0]): Parameters<typeof shapeOf>[0] {
  return 'element' in output._zod.def
    ? (output._zod.def.element as Parameters<typeof shapeOf>[0])
    : output
}

/** JSON for programs, an HTML page for people. */
export type Format = 'json' | 'page'
/** Writes a file of the data export piece by piece. */
type Writer = {
  readonly head: () => string
  readonly begin: (section: Section) => string
  /** `areFirst`: the first rows of the section. */
  readonly rows: (rows: readonly Row[], areFirst: boolean) => string
  readonly end: () => string
  readonly foot: () => string
  readonly type: string
  readonly extension: string
}

export const writers: Record<Format, (getLookupData: GetLookupData) => Writer> = {
  json: createJsonWriter,
  page: createPageWriter,
}

/** Sections without a name of their own are named like the page that shows them. */
export const titleOf = ({ name }: Section): string =>
  messageOf([`cancellation.data.parts.${name}`, `resources.${name}.title`])

function createJsonWriter(): Writer {
  const about = { exported: wireNow(), timeZone: businessZone, amounts: 'cents' }
  return {
    head: () => `{\n"about": ${JSON.stringify(about)}`,
    begin: ({ name }) => `,\n"${name}": [`,
    rows: (rows, areFirst) =>
      rows
        .map((row, index) => `${areFirst && index === 0 ? '' : ','}\n${JSON.stringify(row)}`)
        .join(''),
    end: () => '\n]',
    foot: () => '\n}\n',
    type: 'application/json',
    extension: 'json',
  }
}

function createPageWriter(getLookupData: GetLookupData): Writer {
  let columns: Column[] = []
  let isEmpty = true
  const renderCells = (tag: string, texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')
  const title = escapeHtml(t('cancellation.data.title', { product: t('product.name') }))
  return {
    head: () =>
      `<!doctype html>\n<html lang="${language()}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>\n<style>${style}</style>\n<h1>${title}</h1>\n<p>${escapeHtml(t('cancellation.data.made', { at: wireNow(), zone: businessZone }))}</p>`,
    begin(section) {
      columns = columnsOf(section)
      isEmpty = true
      const names = columns.map(({ label }) => messageOf(label))
      return `\n<h2>${escapeHtml(titleOf(section))}</h2>\n<div><table><thead><tr>${renderCells('th', names)}</tr></thead><tbody>`
    },
    rows(rows) {
      isEmpty = false
      const texts = (row: Row) => columns.map((column) => columnText(column, row, getLookupData))
      return rows.map((row) => `\n<tr>${renderCells('td', texts(row))}</tr>`).join('')
    },
    end: () =>
      `${isEmpty ? `\n<tr><td colspan="${columns.length}">${escapeHtml(t('cancellation.losses.none'))}</td></tr>` : ''}\n</tbody></table></div>`,
    foot: () => '\n</html>\n',
    type: 'text/html;charset=utf-8',
    extension: 'html',
  }
}

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const style =
  'body{font:14px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;margin:2rem;color:#1a1d21;background:#fff}h2{margin-top:2rem}div{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.35rem .75rem;border:1px solid #d5d8dc;text-align:start;white-space:nowrap}th{background:#f3f4f6}'

type SectionRows = { readonly section: Section; readonly rows: readonly Row[] }

/**
 * Yields the rows of the sections in order, at least once per section. Throws WireError, or the
 * abort reason of the signal.
 */
export async function* collectRows(
  sections: readonly Section[],
  signal: AbortSignal,
): AsyncGenerator<SectionRows> {
  const rowsBySection = new Map<string, Row[]>()
  for (const section of sections) {
    const sectionRows: Row[] = []
    rowsBySection.set(section.name, sectionRows)
    yield { section, rows: [] }
    for (const input of typeof section.inputs === 'function'
      ? section.inputs(rowsBySection)
      : section.inputs) {
      for await (const rows of loadRows(section, input, signal)) {
        // Only rows that later sections depend on stay in memory; a log may be long.
        if (section.name === 'spaces') sectionRows.push(...rows)
        yield { section, rows }
      }
    }
  }
}

async function* loadRows(
  { call: endpoint, id }: Section,
  input: Row,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  if (!isPaged(endpoint)) {
    const output = (await call(endpoint, input as never, { signal })) as Row | Row[]
    yield Array.isArray(output) ? output : [output]
    return
  }
  const load = (pageNum: number) =>
    call(
      endpoint,
      { ...input, pageNum, pageSize: limits.page.max },
      { signal },
    ) as Promise<PageOfRows>
  for await (const { rows } of readAllRows(load, limits.page.max, id)) {
    signal.throwIfAborted()
    yield rows
  }
}

const isPaged = ({ input }: Endpoint) => 'pageNum' in shapeOf(input)
