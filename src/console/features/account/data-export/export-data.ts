/** Data export: its sections, loaded page by page, and the JSON and HTML written from them. */
import { wireNow, businessZone } from '#client/i18n/time.ts'
import type { Serves } from '#console/refine/capabilities.ts'
import type { Row } from '#console/engine/resource.ts'
import { accountLog, LogType } from '#contract/ledger.ts'
import type { Collection } from '#contract/collection.ts'
import { collections } from '#contract/collections.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listViews } from '#contract/list-views.ts'
import { loginLog } from '#contract/sessions.ts'
import { orders } from '#contract/orders.ts'
import { spaces } from '#contract/workspace.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { everybody, translationLog } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import type { User } from '#contract/user.ts'
import { hasMessage, t, messageOf } from '#console/refine/i18n.ts'
import { columnOf, rowOf } from '#console/engine/build-fields.ts'
import type { Column } from '#console/engine/page-model.ts'
import { bare, shapeOf } from '#contract/query.ts'
import { language } from '#client/i18n/language.ts'
import { columnText } from '#console/engine/list/cell-text.ts'
import type { Found } from '#console/refine/reference-data.ts'
import { call } from '#client/api/call.ts'
import { allRows, type PageOfRows } from '#console/engine/export/export-file.ts'
import { limits } from '#contract/limits.ts'

/** Sections of the data export, each loaded by the endpoint that its page uses. */
type Section = {
  /** The message key of the section, shared with the page that shows the same fields. */
  readonly name: string
  readonly call: Endpoint
  /** Inputs of the calls, made in sequence; a function if they depend on earlier sections. */
  readonly asks: readonly Row[] | ((before: ReadonlyMap<string, readonly Row[]>) => readonly Row[])
  /** The field that identifies a row. */
  readonly id?: string
}

/** Leaves out sections that the backend does not serve. */
export function sectionsOf({ userId, registerDateTime }: User, serves: Serves): Section[] {
  const always = { createDateTimeBegin: registerDateTime, createDateTimeEnd: wireNow() }
  const inOwnSpaces: Section['asks'] = (before) =>
    (before.get('spaces') ?? [])
      .filter(({ ownerId }) => String(ownerId) === String(userId))
      .map(({ id }) => ({ spaceId: id }))
  const all: Section[] = [
    { name: 'profile', call: users.get, asks: [{}] },
    { name: 'subAccounts', call: subAccounts.page, asks: [{}], id: 'userId' },
    { name: 'orders', call: orders.page, asks: [{}], id: 'id' },
    {
      name: 'accountLog',
      call: accountLog.page,
      asks: LogType.options.map((logType) => ({ logType, ...always })),
      id: 'id',
    },
    { name: 'loginLog', call: loginLog.page, asks: [{}], id: 'id' },
    // Row ids of the log are unique per user only, hence no `id`.
    {
      name: 'translationLog',
      call: translationLog.page,
      asks: [{ childUserId: everybody, ...always }],
    },
    { name: 'spaces', call: spaces.list, asks: [{}], id: 'id' },
    ...Object.values<Collection>(collections)
      .filter(({ config }) => config.export)
      .map(({ name, config, calls }) => ({
        name,
        call: calls['page']!,
        asks: config.scope.key === 'spaceId' ? inOwnSpaces : [{}],
        id: 'id',
      })),
    { name: 'listViews', call: listViews.list, asks: [{}], id: 'id' },
  ]
  return all.filter(({ call }) => serves(call))
}

/** Columns of a section in the readable data export; before and after values share a column. */
export function columnsOf({ name, call }: Section): Column[] {
  const row = rowOf(call) ?? elementOf(call.output)
  const shape = shapeOf(row)
  const keys = Object.keys(shape).flatMap((key) => {
    const inner = Object.keys(shapeOf(bare(shape[key]!)))
    return inner.length > 0 ? inner.map((last) => `${key}.${last}`) : [key]
  })
  return keys
    .toSorted((a, b) => Number(b === 'createDateTime') - Number(a === 'createDateTime'))
    .filter((key) => !(key.startsWith('last') && `before${key.slice(4)}` in shape))
    .map((key) => columnOf(name, row, key.startsWith('before') ? key.slice(6) : key, []))
    .map(({ by: _by, ...column }) => ({
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

/** Streaming writers of the data export: JSON for programs, an HTML page for people. */
export type Format = 'json' | 'page'
type Writer = {
  readonly head: () => string
  /** `first`: the first section of the file. */
  readonly begin: (section: Section, first: boolean) => string
  /** `first`: the first rows of the section. */
  readonly rows: (rows: readonly Row[], first: boolean) => string
  readonly end: () => string
  readonly foot: () => string
  readonly type: string
  readonly extension: string
}

export const writers: Record<Format, (found: Found) => Writer> = { json: asJson, page: asPage }

/** Sections without a name of their own are named like the page that shows them. */
export const titleOf = ({ name }: Section): string =>
  messageOf([`cancellation.data.parts.${name}`, `resources.${name}.title`])

function asJson(): Writer {
  const about = { exported: wireNow(), timeZone: businessZone, amounts: 'cents' }
  return {
    head: () => `{\n"about": ${JSON.stringify(about)}`,
    begin: ({ name }) => `,\n"${name}": [`,
    rows: (rows, first) =>
      rows.map((row, at) => `${first && at === 0 ? '' : ','}\n${JSON.stringify(row)}`).join(''),
    end: () => '\n]',
    foot: () => '\n}\n',
    type: 'application/json',
    extension: 'json',
  }
}

function asPage(found: Found): Writer {
  let columns: Column[] = []
  let none = true
  const cells = (tag: string, texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')
  const title = escaped(t('cancellation.data.title', { product: t('product.name') }))
  return {
    head: () =>
      `<!doctype html>\n<html lang="${language()}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>\n<style>${style}</style>\n<h1>${title}</h1>\n<p>${escaped(t('cancellation.data.made', { at: wireNow(), zone: businessZone }))}</p>`,
    begin(section) {
      columns = columnsOf(section)
      none = true
      const names = columns.map(({ label }) => messageOf(label))
      return `\n<h2>${escaped(titleOf(section))}</h2>\n<div><table><thead><tr>${cells('th', names)}</tr></thead><tbody>`
    },
    rows(rows) {
      none = false
      const texts = (row: Row) => columns.map((column) => columnText(column, row, found))
      return rows.map((row) => `\n<tr>${cells('td', texts(row))}</tr>`).join('')
    },
    end: () =>
      `${none ? `\n<tr><td colspan="${columns.length}">${escaped(t('cancellation.goes.none'))}</td></tr>` : ''}\n</tbody></table></div>`,
    foot: () => '\n</html>\n',
    type: 'text/html;charset=utf-8',
    extension: 'html',
  }
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const style =
  'body{font:14px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;margin:2rem;color:#1a1d21;background:#fff}h2{margin-top:2rem}div{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.35rem .75rem;border:1px solid #d5d8dc;text-align:start;white-space:nowrap}th{background:#f3f4f6}'

type Collected = { readonly section: Section; readonly rows: readonly Row[] }

/**
 * Yields the rows of the sections in order, at least once per section. Throws WireError, or the
 * abort reason of the signal.
 */
export async function* collect(
  sections: readonly Section[],
  signal: AbortSignal,
): AsyncGenerator<Collected> {
  const before = new Map<string, Row[]>()
  for (const section of sections) {
    const stored: Row[] = []
    before.set(section.name, stored)
    yield { section, rows: [] }
    for (const ask of typeof section.asks === 'function' ? section.asks(before) : section.asks) {
      for await (const rows of rowsOf(section, ask, signal)) {
        // Only rows that later sections depend on stay in memory; a log may be long.
        if (section.name === 'spaces') stored.push(...rows)
        yield { section, rows }
      }
    }
  }
}

async function* rowsOf(
  { call: endpoint, id }: Section,
  ask: Row,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  if (!isPaged(endpoint)) {
    const answer = (await call(endpoint, ask as never, { signal })) as Row | Row[]
    yield Array.isArray(answer) ? answer : [answer]
    return
  }
  const load = (pageNum: number) =>
    call(
      endpoint,
      { ...ask, pageNum, pageSize: limits.page.max },
      { signal },
    ) as Promise<PageOfRows>
  for await (const { rows } of allRows(load, limits.page.max, id)) {
    signal.throwIfAborted()
    yield rows
  }
}

const isPaged = ({ input }: Endpoint) => 'pageNum' in shapeOf(input)
