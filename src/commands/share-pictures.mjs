/** `npm run share`: renders the link preview images public/share-{zh,en}.png. */
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createServer } from 'vite'
import { browser } from '../../tests/support/browser/browsers.ts'
import { root } from './root.mjs'

/** Loads the modules, since Node runs no JSX. */
const vite = await createServer({
  appType: 'custom',
  root,
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true },
})
const { HeroBridge, Phone } = await vite.ssrLoadModule('/landing/home/hero.tsx')
const { Logo } = await vite.ssrLoadModule('/src/ui/logo.tsx')
const { setMessages, t } = await vite.ssrLoadModule('/landing/messages.ts')
const { loadPublicMessages } = await vite.ssrLoadModule('/locales/load/public.ts')
const { loadSiteMessages } = await vite.ssrLoadModule('/locales/load/site.ts')

const files = [
  'src/ui/tokens.css',
  'landing/landing.css',
  'landing/shell/arch.css',
  'landing/home/hero.css',
  'landing/home/phone.css',
]
const styles = files.map((file) => readFileSync(`${root}/${file}`, 'utf8')).join('\n')
const shareStyles = `
  .share { position: relative; width: 1200px; height: 630px; background: var(--mist); overflow: hidden }
  .share .hero-bridge { left: -606px; bottom: 14px; transform: scale(1.05); transform-origin: 1550px 100% }
  .share .phone { position: absolute; top: 34px; left: 772px; transform: scale(1.05); animation: none }
  .share .bubble { animation: none }
  .share > svg:not(.arch) { position: absolute; top: 72px; left: 72px }
  .share h1 { position: absolute; top: 168px; left: 72px; width: 480px; margin: 0; font-size: 56px; font-weight: 700; line-height: 1.18; word-break: keep-all }
  .share p.share-slogan { position: absolute; left: 72px; bottom: 72px; margin: 0; color: var(--muted); font-size: 26px }
  .share::after { position: absolute; inset: auto 0 0; height: 14px; background: var(--paper); content: '' }
`

const chromiumProcess = await chromium.launch(browser())
try {
  for (const lang of ['zh', 'en']) {
    setMessages(lang, {
      ...(await loadPublicMessages(lang)),
      ...(await loadSiteMessages(lang, ['home'])),
    })
    const drawn = [
      createElement(HeroBridge),
      createElement(Logo, { size: 72 }),
      createElement('h1', null, t('home.hero.headline')),
    ]
    const slogan = createElement('p', { className: 'share-slogan' }, t('product.slogan'))
    const html = renderToStaticMarkup(
      createElement('div', { className: 'share' }, ...drawn, slogan, createElement(Phone)),
    )
    const page = await chromiumProcess.newPage({ viewport: { width: 1200, height: 630 } })
    await page.setContent(
      `<!doctype html><html lang="${lang}"><style>${styles}${shareStyles}</style><body class="site">${html}`,
    )
    await page.screenshot({ path: `${root}/public/share-${lang}.png` })
  }
} finally {
  await chromiumProcess.close()
  await vite.close()
}
