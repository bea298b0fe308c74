/** Web app manifest by language. */
import { localeTag } from '#client/i18n/language.ts'
import { pathIn } from '#landing/site-links.ts'
import { shared as en } from '#locales/en/shared.ts'
import type { Lang } from '#locales/words.ts'
import { shared as zh } from '#locales/zh/shared.ts'

export function webManifest(lang: Lang): string {
  const { product } = { zh, en }[lang]
  return JSON.stringify({
    name: `${product.name} · ${product.slogan}`,
    short_name: product.name,
    lang: localeTag(lang),
    start_url: pathIn('/home', lang),
    scope: '/',
    display: 'browser',
    background_color: '#ffffff',
    theme_color: '#0958d9',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  })
}
