/** Streaming writers of the data export: JSON for programs, an HTML page for people. */
import { language } from '#client/i18n/language.ts'
import { businessZone, wireNow } from '#client/i18n/time.ts'
import { columnsOf } from '#console/features/account/data-export/columns.ts'
import type { Section } from '#console/features/account/data-export/sections.ts'
import { t, word } from '#console/refine/i18n.ts'
import type { Column } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { columnText } from '#console/engine/list/cell-text.ts'
import type { Found } from '#console/refine/reference-data.ts'

export type Format = 'json' | 'page'
export type Writer = {
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

export const titleOf = ({ name }: Section): string => t(`leaving.data.parts.${name}`)

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
  const title = escaped(t('leaving.data.title', { product: t('product.name') }))
  return {
    head: () =>
      `<!doctype html>\n<html lang="${language()}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>\n<style>${style}</style>\n<h1>${title}</h1>\n<p>${escaped(t('leaving.data.made', { at: wireNow(), zone: businessZone }))}</p>`,
    begin(section) {
      columns = columnsOf(section)
      none = true
      const names = columns.map(({ label }) => word(label))
      return `\n<h2>${escaped(titleOf(section))}</h2>\n<div><table><thead><tr>${cells('th', names)}</tr></thead><tbody>`
    },
    rows(rows) {
      none = false
      const texts = (row: Row) => columns.map((column) => columnText(column, row, found))
      return rows.map((row) => `\n<tr>${cells('td', texts(row))}</tr>`).join('')
    },
    end: () =>
      `${none ? `\n<tr><td colspan="${columns.length}">${escaped(t('leaving.goes.none'))}</td></tr>` : ''}\n</tbody></table></div>`,
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
