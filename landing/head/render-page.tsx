/** Renders a public page to static HTML with inline styles and one inline script. */
import { businessValues } from '#contract/business-values.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ComponentType } from 'react'
import type { SiteRoute } from '#client/routes.ts'
import { localeTag } from '#client/i18n/language.ts'
import type { SiteData, SiteOwner } from '#contract/site.ts'
import { Head } from '#landing/head/head.tsx'
import { SiteFrame } from '#landing/shell/site-frame.tsx'
import { mergeSiteData, setSiteOrigin, setSiteOwner } from '#landing/site-data.ts'
import { sitePages } from '#landing/site-pages.ts'
import { setMessages } from '#landing/messages.ts'
import type { Lang, MessageTree } from '#locales/messages.ts'
import { chineseWords } from '#locales/word-breaks.ts'

/** Build output: URL of the app script, source of the inline script, and style sheets by file. */
type BuildOutput = {
  scriptUrl: string
  inlineScript: string
  styles: Readonly<Record<string, string>>
}

export type PageInput = {
  route: SiteRoute
  lang: Lang
  origin: string
  data: SiteData
  owner: SiteOwner
  Page: ComponentType
  messages: MessageTree
  built: BuildOutput
}

export function renderPage({
  route,
  lang,
  origin,
  data,
  owner,
  Page,
  messages,
  built,
}: PageInput): string {
  const page = sitePages[route]!
  setMessages(lang, messages, businessValues[lang])
  mergeSiteData(data)
  setSiteOwner(owner)
  setSiteOrigin(origin)
  const head = renderToStaticMarkup(<Head route={route} origin={origin} />)
  const body = renderToStaticMarkup(
    <SiteFrame route={route}>
      <Page />
    </SiteFrame>,
  )
  return [
    '<!doctype html>',
    `<html lang="${localeTag(lang)}" data-mode="" data-lang="${lang}" data-message-areas="${['frame', ...page.messageAreas].join(' ')}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<script>${built.inlineScript}</script>`,
    head,
    `<style>${stylesOf(page.folders, built.styles)}</style>`,
    `</head><body><div id="root">${lang === 'zh' ? markWordBreaks(joinUnits(body)) : joinUnits(body)}</div><script type="module" src="${built.scriptUrl}"></script></body></html>`,
  ].join('')
}

/**
 * Prevents line breaks between a number and its unit, except in code. Matches text only: tags always close before
 * the next opens.
 */
const joinUnits = (html: string) =>
  html
    .split(/(<pre[\s\S]*?<\/pre>)/)
    .map((part) =>
      part.startsWith('<pre') ? part : part.replace(/(\d) (?=\p{L}[^<>]*<)/gu, '$1\u00a0'),
    )
    .join('')

/** Styles of the frame first, then those of the page in `folders`. */
function stylesOf(folders: readonly string[], styles: BuildOutput['styles']): string {
  const order = [
    /\/ui\/tokens\.css$/,
    /\/ui\/(dialog|popover|account-menu|visually-hidden)\.css$/,
    /^\/landing\/landing\.css$/,
    /^\/landing\/shell\//,
    new RegExp(`^/landing/(${folders.join('|')})/`),
  ]
  return order
    .flatMap((pattern) => Object.keys(styles).filter((file) => pattern.test(file)))
    .map((file) => styles[file])
    .join('')
}

/** Elements without word breaks: their text is short, or they allow no markup. */
const unsplitElements = new Set([
  'a',
  'button',
  'option',
  'label',
  'title',
  'svg',
  'script',
  'style',
  'textarea',
  'code',
])
const chineseRun = /\p{Script=Han}{3,}/gu

/** `html` is React output: every tag is closed, and `>` only appears at the end of a tag. */
export function markWordBreaks(html: string): string {
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
  /** Number of open elements without word breaks. */
  let unsplitDepth = 0
  return html
    .split(/(<[^>]*>)/)
    .map((piece) => {
      if (!piece.startsWith('<'))
        return unsplitDepth > 0
          ? piece
          : piece.replace(chineseRun, (text) => chineseWords(text, segmenter).join('<wbr>'))
      const [, slash, name] = /^<(\/?)([\w-]+)/.exec(piece) ?? []
      if (name && unsplitElements.has(name) && !piece.endsWith('/>')) unsplitDepth += slash ? -1 : 1
      return piece
    })
    .join('')
}
