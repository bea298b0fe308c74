/** HTML reference of the API: every call with its input and output. */
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { businessValues } from '#contract/business-values.ts'
import { refusalCodes } from '#contract/failure.ts'
import { expiredStatus } from '#contract/limits.ts'
import { signatureHeaders } from '#contract/signing.ts'
import { callsZh } from '#locales/calls-zh.ts'
import { sentence, type Lang } from '#locales/words.ts'
import { notServed } from '#server/http/handler.ts'
import { pageStyle } from '#server/http/openapi/page-style.ts'
import { rowsOf, type Row } from '#server/http/openapi/rows.ts'
import { jsonSchema } from '#server/http/openapi/schema.ts'
import { groupBy, type Route } from '#server/http/routes.ts'
import { t, type Said } from '#server/platform/messages.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** `base` is the path prefix of the API. The page links to itself in the other language. */
export function apiPage(routes: readonly Route[], lang: Lang, base: string): Html {
  const groups = [...groupBy(routes, ({ group }) => group)]
  const text = (key: Said) => t(lang, `page.${key}`)
  const name = t(lang, 'product.name')
  return html`<!doctype html>
    <html lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
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
            ${groups.map(([group]) => html`<li><a href="#${group}">${groupName(lang, group)}</a></li>`)}
          </ul>
        </nav>
        <main>
          <section id="wire">
            <h2>${text('envelope')}</h2>
            ${facts([
              ['success', text('envelopeSuccess')],
              ['data', text('envelopeData')],
              ['msg', text('envelopeMsg')],
            ])}
            <h2>${text('signing')}</h2>
            <p>${text('signingHow')}</p>
            ${facts(signing)}
            <h2>${text('statuses')}</h2>
            ${facts(statuses.map(([status, key]) => [String(status), text(key)]))}
            <h2>${text('refusals')}</h2>
            ${facts(refusalCodes.map((code) => [code, t(lang, `refusals.${code}`, { seconds: 'n' })]))}
          </section>
          ${groups.map(
            ([group, calls]) =>
              html`<section id="${group}">
                <h2>${groupName(lang, group)}</h2>
                ${calls.map((call) => article(call, lang))}
              </section>`,
          )}
        </main>
      </body>
    </html>`
}

const signing: [string, string][] = [
  [signatureHeaders.token, 'UPPER(MD5(sk + userId))'],
  [signatureHeaders.timestamp, '1767225600000'],
  [signatureHeaders.sign, 'MD5(auth-token + auth-timestamp)'],
  ['authorization', 'Bearer auth-token'],
  ['client-version', '0.0.0'],
  ['accept-language', 'zh-CN | en-US'],
]
const statuses: [number, Said][] = [
  [200, 'statusOk'],
  [expiredStatus.expired, 'statusExpired'],
  [expiredStatus.disabled, 'statusDisabled'],
  [429, 'statusBusy'],
  [500, 'statusBroken'],
]

function article({ group, name, endpoint, handler }: Route, lang: Lang): Html {
  const text = (key: Said) => t(lang, `page.${key}`)
  const id = `${group}.${name}`
  const marks = [
    text(`access.${endpoint.access}`),
    endpoint.spec ? t(lang, 'page.clause', { clause: endpoint.spec }) : text('extension'),
    ...(endpoint.needs ? [text(`needs.${endpoint.needs}`)] : []),
    ...(endpoint.once ? [text(endpoint.mutatesBalance ? 'onceOnly' : 'changesOnce')] : []),
    ...(handler === notServed ? [text('notServed')] : []),
  ]
  return html`<article id="${id}">
    <h3><span class="method">${endpoint.method}</span> <code>${endpoint.path}</code></h3>
    <p>${lang === 'zh' ? (inChinese(id) ?? endpoint.summary) : endpoint.summary}</p>
    <ul class="marks">
      ${marks.map((mark) => html`<li>${mark}</li>`)}
    </ul>
    ${table(text('input'), rowsOf(jsonSchema(endpoint.input, 'input'), lang), text, true)}
    ${table(text('output'), rowsOf(jsonSchema(endpoint.output, 'output'), lang), text, false)}
  </article>`
}

const inChinese = (call: string): string | undefined =>
  sentence({ summary: callsZh[call] ?? {} }, 'zh', 'summary', businessValues.zh)

function table(title: string, rows: Row[], text: (key: Said) => string, said: boolean): Html {
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
            <td>${said ? text(required ? 'required' : 'optional') : ''}</td>
            <td>${type}</td>
            <td>${rule}</td>
            <td>${meaning}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

const facts = (pairs: readonly (readonly [string, string])[]): Html =>
  html`<dl>
    ${pairs.map(
      ([term, result]) =>
        html`<div>
          <dt><code>${term}</code></dt>
          <dd>${result}</dd>
        </div>`,
    )}
  </dl>`

const groupName = (lang: Lang, group: string): string => t(lang, `page.groups.${group as 'login'}`)
