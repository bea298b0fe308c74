/** The API documentation as an HTML page. */
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { refusalCodes } from '#contract/failure.ts'
import { expiredStatus } from '#contract/limits.ts'
import { signatureHeaders } from '#contract/signing.ts'
import type { Lang } from '#locales/messages.ts'
import type { Route } from '#server/http/handler.ts'
import { describeCall, findGroupTitle, listCallFacts } from '#server/http/openapi/call-facts.ts'
import type { DocumentedRoutes } from '#server/http/openapi/document.ts'
import { toJsonSchema, type JsonSchema } from '#server/http/openapi/operation-parts.ts'
import {
  describeProgramCall,
  findProgramLead,
  findProgramTitle,
  listProgramFacts,
} from '#server/http/openapi/program-facts.ts'
import { t, type PageMessage } from '#server/platform/messages.ts'
import { pageColours } from '#server/http/page-colours.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** `base` is the path prefix of the API. The page links to itself in the other language. */
export function renderApiPage(
  { customers, programs }: DocumentedRoutes,
  lang: Lang,
  base: string,
): Html {
  const groups = [...Map.groupBy(customers, ({ group }) => group)]
  const programGroups = [...Map.groupBy(programs, ({ group }) => group)]
  const text = (key: PageMessage) => t(lang, `apiPage.${key}`)
  const name = t(lang, 'product.name')
  return html`<!doctype html>
    <html lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${text('title')} · ${name}</title>
        <style>
          ${raw(pageStyle)}
        </style>
      </head>
      <body>
        <header>
          <p class="line">
            <strong>${name}</strong> <a href="${base}/openapi.json">${text('document')}</a>
            <a href="?lang=${lang === 'zh' ? 'en' : 'zh'}">${text('other')}</a>
          </p>
          <h1>${text('title')}</h1>
          <p>${text('lead')}</p>
        </header>
        <nav aria-label="${text('title')}">
          <ul>
            ${groups.map(([group]) => html`<li><a href="#${group}">${findGroupTitle(lang, group)}</a></li>`)}
            ${programGroups.map(([group]) => html`<li><a href="#${group}">${findProgramTitle(lang, group)}</a></li>`)}
          </ul>
        </nav>
        <main>
          <section id="wire">
            <h2>${text('envelope')}</h2>
            ${renderFacts([
              ['success', text('envelopeSuccess')],
              ['data', text('envelopeData')],
              ['msg', text('envelopeMsg')],
            ])}
            <h2>${text('signing')}</h2>
            <p>${text('signingHow')}</p>
            ${renderFacts(signingHeaders)}
            <h2>${text('statuses')}</h2>
            ${renderFacts(statuses.map(([status, key]) => [String(status), text(key)]))}
            <h2>${text('refusals')}</h2>
            ${renderFacts(refusalCodes.map((code) => [code, t(lang, `refusals.${code}`, { seconds: 'n' })]))}
          </section>
          ${groups.map(
            ([group, calls]) =>
              html`<section id="${group}">
                <h2>${findGroupTitle(lang, group)}</h2>
                ${calls.map((call) => renderCall(call, describeCall(lang, call), listCallFacts(call, lang), lang))}
              </section>`,
          )}
          ${programGroups.map(
            ([group, calls]) =>
              html`<section id="${group}">
                <h2>${findProgramTitle(lang, group)}</h2>
                <p>${findProgramLead(lang, group)}</p>
                ${calls.map((call) => renderCall(call, describeProgramCall(lang, call), listProgramFacts(lang, call), lang))}
              </section>`,
          )}
        </main>
      </body>
    </html>`
}

const signingHeaders: [string, string][] = [
  [signatureHeaders.token, 'UPPER(MD5(sk + userId))'],
  [signatureHeaders.timestamp, '1767225600000'],
  [signatureHeaders.sign, 'MD5(auth-token + auth-timestamp)'],
  ['authorization', 'Bearer auth-token'],
  ['client-version', '0.0.0'],
  ['accept-language', 'zh-CN | en-US'],
]
const statuses: [number, PageMessage][] = [
  [200, 'statusOk'],
  [expiredStatus.expired, 'statusExpired'],
  [expiredStatus.disabled, 'statusDisabled'],
  [429, 'statusBusy'],
  [500, 'statusBroken'],
]

function renderCall(
  { group, name, endpoint }: Route,
  description: string,
  facts: readonly string[],
  lang: Lang,
): Html {
  const text = (key: PageMessage) => t(lang, `apiPage.${key}`)
  const id = `${group}.${name}`
  return html`<article id="${id}">
    <h3><span class="method">${endpoint.method}</span> <code>${endpoint.path}</code></h3>
    <p>${description}</p>
    <ul class="marks">
      ${facts.map((fact) => html`<li>${fact}</li>`)}
    </ul>
    ${renderTable(text('input'), toRows(toJsonSchema(endpoint.input, 'input'), lang), text, { showsRequired: true })}
    ${renderTable(text('output'), toRows(toJsonSchema(endpoint.output, 'output'), lang), text, { showsRequired: false })}
  </article>`
}

function renderTable(
  title: string,
  rows: Row[],
  text: (key: PageMessage) => string,
  { showsRequired }: { showsRequired: boolean },
): Html {
  if (rows.every(({ type, name }) => type === 'any' && name === ''))
    return html`<p class="none">${title}: ${text('nothing')}</p>`
  return html`<table>
    <caption>
      ${title}
    </caption>
    <tbody>
      ${rows.map(
        ({ name, required, type, rule, meaning }) =>
          html`<tr>
            <th scope="row"><code>${name || 'data'}</code></th>
            <td>${showsRequired ? text(required ? 'required' : 'optional') : ''}</td>
            <td>${type}</td>
            <td>${rule}</td>
            <td>${meaning}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

const renderFacts = (pairs: readonly (readonly [string, string])[]): Html =>
  html`<dl>
    ${pairs.map(
      ([term, definition]) =>
        html`<div>
          <dt><code>${term}</code></dt>
          <dd>${definition}</dd>
        </div>`,
    )}
  </dl>`

/** `name` is a dotted field path, with `[]` after an array. */
export type Row = { name: string; required: boolean; type: string; rule: string; meaning: string }

/**
 * One row per value, nested objects and arrays flattened. A value that is not an object yields one
 * row without a name.
 */
export function toRows(schema: JsonSchema, lang: Lang): Row[] {
  return flattenSchema('', withoutNull(schema), true, lang)
}

function flattenSchema(name: string, schema: JsonSchema, required: boolean, lang: Lang): Row[] {
  if (schema.properties) {
    const { properties, required: needed = [] } = schema
    return Object.entries(properties).flatMap(([key, inner]) =>
      flattenSchema(name ? `${name}.${key}` : key, withoutNull(inner), needed.includes(key), lang),
    )
  }
  if (schema.type === 'array' && schema.items?.properties)
    return flattenSchema(`${name}[]`, schema.items, required, lang)
  const itemSchema = schema.type === 'array' && schema.items ? schema.items : schema
  const type = schema.type === 'array' ? `${describeType(itemSchema)}[]` : describeType(itemSchema)
  const fieldType = itemSchema['x-meaning']
  return [
    {
      name,
      required,
      type,
      rule: describeRule(schema),
      meaning: fieldType ? t(lang, `apiPage.kinds.${fieldType.kind}`) : '',
    },
  ]
}

/** Drops `null` from a union; it only marks an optional value. */
function withoutNull({ anyOf, ...rest }: JsonSchema): JsonSchema {
  const others = anyOf?.filter(({ type }) => type !== 'null')
  if (!anyOf || !others || others.length === anyOf.length) return anyOf ? { ...rest, anyOf } : rest
  return others.length === 1 ? { ...rest, ...withoutNull(others[0]!) } : { ...rest, anyOf: others }
}

function describeType({ type, anyOf, enum: values, const: value }: JsonSchema): string {
  if (values) return values.join(' | ')
  if (value !== undefined) return String(value)
  if (anyOf) return anyOf.map(describeType).join(' | ')
  return type ?? 'any'
}

function describeRule({
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  pattern,
  default: defaultValue,
}: JsonSchema): string {
  const range = describeRange(minLength ?? minimum ?? minItems, maxLength ?? maximum ?? maxItems)
  return [range, pattern, defaultValue === undefined ? '' : `= ${JSON.stringify(defaultValue)}`]
    .filter(Boolean)
    .join('  ')
}

function describeRange(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return max === undefined ? '' : `≤ ${max}`
  return max === undefined ? `≥ ${min}` : `${min}–${max}`
}

/** Style sheet of the API reference page; loads nothing from other hosts. */
const pageStyle = `${pageColours}* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1200px; padding: 24px 16px 96px; background: var(--paper); color: var(--ink);
  font: 16px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
a { color: var(--primary); }
h1 { font-size: 31px; line-height: 1.3; margin: 16px 0 8px; }
h2 { font-size: 20px; margin: 48px 0 12px; }
h3 { font-size: 16px; margin: 0 0 4px; overflow-wrap: anywhere; }
code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 14px; }
.line { display: flex; flex-wrap: wrap; gap: 4px 24px; margin: 0; }
nav ul, .marks { display: flex; flex-wrap: wrap; gap: 8px 16px; padding: 0; margin: 16px 0; list-style: none; }
article { border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin: 0 0 16px; }
article p { margin: 0; }
.method { color: var(--primary); font-weight: 600; }
.marks { margin: 8px 0; gap: 4px 16px; color: var(--muted); font-size: 14px; }
.none { color: var(--muted); font-size: 14px; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; margin: 12px 0 0; font-size: 14px; }
caption { text-align: left; font-weight: 600; padding: 4px 0; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-top: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
th { width: 32%; }
td:nth-of-type(1) { width: 9%; }
td:nth-of-type(2) { width: 19%; }
td:nth-of-type(3) { width: 18%; }
@media (max-width: 640px) {
  table, tbody, tr, th, td, caption { display: block; width: auto !important; }
  td { border: 0; padding: 0; color: var(--muted); }
  td:empty { display: none; }
  tr { padding: 0 0 6px; }
}
dl { margin: 0; }
dl div { display: grid; grid-template-columns: clamp(120px, 25%, 220px) 1fr; gap: 12px; border-top: 1px solid var(--line); padding: 4px 0; }
dd { margin: 0; overflow-wrap: anywhere; }
`
