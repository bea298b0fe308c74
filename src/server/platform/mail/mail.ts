/** Mail: composed in both languages, then queued in a transaction or sent immediately. */
import type { Db } from '#server/platform/db/open.ts'
import { withTimeout } from '#server/platform/timeout.ts'
import { mails, type Mail, type MailAttachment } from '#server/platform/mail/table.ts'
import { html, raw } from 'hono/html'
import { t, type NoticeText } from '#server/platform/messages.ts'
import type { Lang } from '#locales/messages.ts'

type AddressedLetter = Letter & { to: string; attachments?: MailAttachment[] }

export const composeMail = (
  { to, attachments, ...letter }: AddressedLetter,
  now: Date,
): OutgoingMail => ({
  to,
  ...(attachments ? { attachments } : {}),
  ...composeBilingual(letter),
  messageId: crypto.randomUUID(),
  createdAt: now,
})

/** A page to go on at, unless the server does not know the site's address. */
export const linkTo = (
  publicUrl: string | undefined,
  path: string,
  label: Record<Lang, string>,
): Letter['link'] =>
  publicUrl === undefined ? undefined : { url: new URL(path, publicUrl).href, label }

/** Transactional outbox: queues a mail in the transaction it belongs to; it is sent afterwards. */
export async function queueMail(tx: Db, letter: AddressedLetter, now: Date): Promise<void> {
  await tx.insert(mails).values({ ...composeMail(letter, now), dueAt: now })
}

export type OutgoingMail = Pick<
  Mail,
  'messageId' | 'to' | 'subject' | 'text' | 'html' | 'createdAt'
> & { attachments?: Mail['attachments'] }
/** Sends one mail or throws. Sending it again produces the same Message-ID, for deduplication. */
export type Transport = { send: (mail: OutgoingMail) => Promise<void>; close: () => void }

/**
 * Throws AddressRefused, or another error if the mail server was unreachable, timed out or deferred
 * the mail.
 */
export type MailNow = (mail: OutgoingMail) => Promise<void>

/** The mail server permanently rejects this address. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** Milliseconds in total, in addition to the transport's limits per step. */
const sendTimeout = 10_000

export const createMailNow =
  (transport: Transport): MailNow =>
  (mail) =>
    withTimeout(
      transport.send(mail),
      sendTimeout,
      `The mail server took longer than ${sendTimeout} ms.`,
    )

type Markup = ReturnType<typeof html>

/** Content of a mail, from which plain text and HTML are composed. */
type Letter = {
  /** Both languages, since few recipients have set one. */
  words: Record<Lang, NoticeText>
  /** The language shown first. */
  first?: Lang
  /** Verification code, highlighted in the headings. */
  code?: string | undefined
  /** Address of the page to go on, and what is done there. */
  link?: { url: string; label: Record<Lang, string> } | undefined
}

export function composeBilingual({ words, first = 'zh', code, link }: Letter): {
  subject: string
  text: string
  html: string
} {
  const langs: Lang[] = first === 'zh' ? ['zh', 'en'] : ['en', 'zh']
  return {
    subject: langs.map((lang) => words[lang].title).join(' · '),
    text: `${langs.map((lang) => toPlainText(lang, words[lang], link)).join('\n\n———\n\n')}\n`,
    html: renderMail(
      langs,
      langs.map((lang) => renderNotice(lang, words[lang], { code, link })),
      words[langs[0]!].content,
    ),
  }
}

const toPlainText = (lang: Lang, { title, content }: NoticeText, link: Letter['link']) =>
  [
    title,
    content,
    ...(link ? [`${link.label[lang]}\n${link.url}`] : []),
    `${t(lang, 'product.name')}\n${t(lang, 'mail.footer')}`,
  ].join('\n\n')

const langTags = { zh: 'zh-CN', en: 'en' } as const
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
const darkColours = {
  ink: '#e6ebf5',
  muted: '#a3adc2',
  primary: '#6ea8ff',
  paper: '#121b2e',
  mist: '#0b1220',
  line: '#2a3650',
}
const cssProperties: Readonly<Record<string, string>> = {
  paper: 'background',
  mist: 'background',
  line: 'background',
}
const styleSheet = `:root{color-scheme:light dark}@media(prefers-color-scheme:dark){${Object.entries(
  darkColours,
)
  .map(([name, colour]) => `.${name}{${cssProperties[name] ?? 'color'}:${colour}!important}`)
  .join('')}}`
const divider = html`<div
  class="line"
  style="height:1px;margin:24px 0;background:${colours.line}"
></div>`

function renderMail(langs: Lang[], [first, second]: Markup[], preview: string): string {
  const name = langs.map((lang) => t(lang, 'product.name')).join(' ')
  const [footer, secondFooter] = langs.map((lang) => t(lang, 'mail.footer'))
  return String(
    html`<!doctype html>
      <html lang="${langTags[langs[0]!]}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <title>${name}</title>
          <style>
            ${raw(styleSheet)}
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
                      ${first}${divider}${second}
                    </td>
                  </tr>
                  <tr>
                    <td
                      class="muted"
                      style="padding:12px 4px 0;font:12px/1.6 ${fonts.zh};color:${colours.muted}"
                    >
                      ${footer}<br />${secondFooter}
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

function renderNotice(
  lang: Lang,
  { title, content }: NoticeText,
  { code, link }: Pick<Letter, 'code' | 'link'>,
): Markup {
  const style = `font:600 31px/1.6 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px;color:${colours.primary}`
  return html`<div lang="${langTags[lang]}" style="font-family:${fonts[lang]}">
    <h1 class="ink" style="margin:0 0 12px;font-size:20px;line-height:1.5;color:${colours.ink}">
      ${replaceWithMarkup(title, code, html`<br /><span class="primary" style="${style}">${code}</span>`)}
    </h1>
    <p
      class="ink"
      style="margin:0;font-size:16px;line-height:1.6;color:${colours.ink};overflow-wrap:anywhere"
    >
      ${replaceWithMarkup(content, '\n', html`<br />`)}
    </p>
    ${
      link
        ? html`<p style="margin:16px 0 0;font-size:16px;line-height:1.6">
            <a class="primary" href="${link.url}" style="color:${colours.primary}"
              >${link.label[lang]}</a
            >
          </p>`
        : ''
    }
  </div>`
}

/** Replaces every occurrence of `mark` in the text with markup. */
const replaceWithMarkup = (text: string, mark: string | undefined, markup: Markup) =>
  mark === undefined
    ? text
    : text.split(mark).flatMap((piece, index) => (index === 0 ? [piece] : [markup, piece]))
