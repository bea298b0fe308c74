/** Composes bilingual mails as plain text and self-contained HTML, with dark mode. */
import { html, raw } from 'hono/html'
import type { NoticeWords } from '#server/features/notifications/table.ts'
import { t } from '#server/platform/messages.ts'
import type { Lang } from '#locales/words.ts'

type Markup = ReturnType<typeof html>

export type Letter = {
  /** Both languages, since few recipients have set one. */
  words: Record<Lang, NoticeWords>
  /** The language shown first. */
  first?: Lang
  /** Verification code, highlighted in the headings. */
  code?: string
}

export function bilingual({ words, first = 'zh', code }: Letter): {
  subject: string
  text: string
  html: string
} {
  const langs: Lang[] = first === 'zh' ? ['zh', 'en'] : ['en', 'zh']
  return {
    subject: langs.map((lang) => words[lang].title).join(' · '),
    text: `${langs.map((lang) => plain(lang, words[lang])).join('\n\n———\n\n')}\n`,
    html: page(
      langs,
      langs.map((lang) => part(lang, words[lang], code)),
      words[langs[0]!].content,
    ),
  }
}

const plain = (lang: Lang, { title, content }: NoticeWords) =>
  [title, content, `${t(lang, 'product.name')}\n${t(lang, 'mail.footer')}`].join('\n\n')

const tags = { zh: 'zh-CN', en: 'en' } as const
const fonts = {
  zh: '-apple-system,PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif',
  en: '-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif',
} as const

/**
 * Inline styles, since mail clients support few style sheets; the dark colours override them where
 * one is read. No colour is six digits, which autofill would mistake for a code.
 */
const colours = {
  ink: 'rgb(16,24,40)',
  muted: 'rgb(71,84,103)',
  primary: '#0958d9',
  paper: '#ffffff',
  mist: '#f5f7fa',
  line: '#e4e7ec',
}
const dark = {
  ink: '#e6ebf5',
  muted: '#a3adc2',
  primary: '#6ea8ff',
  paper: '#121b2e',
  mist: '#0b1220',
  line: '#2a3650',
}
const surfaces: Readonly<Record<string, string>> = {
  paper: 'background',
  mist: 'background',
  line: 'background',
}
const sheet = `:root{color-scheme:light dark}@media(prefers-color-scheme:dark){${Object.entries(
  dark,
)
  .map(([name, colour]) => `.${name}{${surfaces[name] ?? 'color'}:${colour}!important}`)
  .join('')}}`
const divider = html`<div
  class="line"
  style="height:1px;margin:24px 0;background:${colours.line}"
></div>`

function page(langs: Lang[], [one, other]: Markup[], preview: string): string {
  const name = langs.map((lang) => t(lang, 'product.name')).join(' ')
  const [footer, footerToo] = langs.map((lang) => t(lang, 'mail.footer'))
  return String(
    html`<!doctype html>
      <html lang="${tags[langs[0]!]}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <title>${name}</title>
          <style>
            ${raw(sheet)}
          </style>
        </head>
        <body class="mist" style="margin:0;background:${colours.mist}">
          <div style="display:none">${preview}</div>
          <table
            role="presentation"
            class="mist"
            width="100%"
            cellpadding="0"
            cellspacing="0"
            style="background:${colours.mist}"
          >
            <tr>
              <td align="center" style="padding:24px 12px">
                <table
                  role="presentation"
                  width="100%"
                  cellpadding="0"
                  cellspacing="0"
                  style="max-width:560px;text-align:left"
                >
                  <tr>
                    <td
                      class="primary"
                      style="padding:0 4px 12px;font:600 16px/1.5 ${fonts.zh};color:${colours.primary}"
                    >
                      ${name}
                    </td>
                  </tr>
                  <tr>
                    <td
                      class="paper"
                      style="padding:24px;border-radius:12px;background:${colours.paper}"
                    >
                      ${one}${divider}${other}
                    </td>
                  </tr>
                  <tr>
                    <td
                      class="muted"
                      style="padding:12px 4px 0;font:12px/1.6 ${fonts.zh};color:${colours.muted}"
                    >
                      ${footer}<br />${footerToo}
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
          </table>
        </body>
      </html>`,
  )
}

function part(lang: Lang, { title, content }: NoticeWords, code: string | undefined): Markup {
  const style = `font:600 31px/1.6 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px;color:${colours.primary}`
  return html`<div lang="${tags[lang]}" style="font-family:${fonts[lang]}">
    <h1 class="ink" style="margin:0 0 12px;font-size:20px;line-height:1.5;color:${colours.ink}">
      ${between(title, code, html`<br /><span class="primary" style="${style}">${code}</span>`)}
    </h1>
    <p
      class="ink"
      style="margin:0;font-size:16px;line-height:1.6;color:${colours.ink};overflow-wrap:anywhere"
    >
      ${between(content, '\n', html`<br />`)}
    </p>
  </div>`
}

/** Replaces every occurrence of `mark` in the text with markup. */
const between = (text: string, mark: string | undefined, markup: Markup) =>
  mark === undefined
    ? text
    : text.split(mark).flatMap((piece, at) => (at === 0 ? [piece] : [markup, piece]))
