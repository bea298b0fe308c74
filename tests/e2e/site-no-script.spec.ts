/** Public pages without JavaScript: complete, in one language, and readable by search engines. */
import type { Page } from '@playwright/test'
import { Window, type Document as HtmlDocument } from 'happy-dom'
import {
  homePath,
  textsInPageLanguage,
  sitePaths,
  horizontalOverflow,
  topicPaths,
} from '#tests/e2e/support/site.ts'
import { expect, inBothLanguages, test } from '#tests/e2e/support/test.ts'
import { engines } from '#locales/brand-names.ts'
import { samples } from '#locales/samples/illustrations.ts'
import { consoleRoutes } from '#client/console-routes.ts'
import { freeTestRoute, landingRoutes } from '#client/routes.ts'

test.use({ javaScriptEnabled: false })

inBothLanguages(() => {
  test('without scripts every page is complete, in one language, and links its translation', async ({
    page,
    lang,
    product,
  }) => {
    test.slow()
    const titles = new Set<string>()
    const descriptions = new Set<string>()
    const paths = [...sitePaths(lang), ...topicPaths(lang)]
    for (const path of paths) {
      await page.goto(path)
      const shown = await readShown(page)
      const { origin } = product
      const [zhPath, enPath] = [path.replace('/en', ''), `/en${path.replace('/en', '')}`]
      expect(shown, path).toMatchObject({
        headings: [true],
        lang: lang === 'zh' ? 'zh-CN' : 'en-US',
        links: {
          canonical: origin + path,
          en: origin + enPath,
          'zh-CN': origin + zhPath,
          'x-default': origin + zhPath,
        },
      })
      expect(await foreignTexts(page, lang), path).toEqual([])
      expect(shown.text, 'a line may break between a number and its unit').not.toMatch(/\d \p{L}/u)
      if (lang === 'en') expect(shown.structuredData, path).not.toMatch(/\p{Script=Han}/u)
      expect(await horizontalOverflow(page), path).toBeLessThanOrEqual(0)
      titles.add(shown.title)
      descriptions.add(shown.description)
    }
    expect([titles.size, descriptions.size]).toEqual([paths.length, paths.length])
    const lengths =
      lang === 'zh' ? { title: 32, min: 15, max: 80 } : { title: 62, min: 50, max: 160 }
    expect([...titles].filter(({ length }) => length > lengths.title)).toEqual([])
    expect(
      [...descriptions].filter(({ length }) => length < lengths.min || length > lengths.max),
    ).toEqual([])
  })

  test('each page is in the sitemap, or robots.txt and the page itself ask for no index', async ({
    lang,
    product,
  }) => {
    const readText = async (path: string) => (await fetch(product.origin + path)).text()
    const robots = await readText('/robots.txt')
    const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, prefix]) => prefix!)
    const listed = [...(await readText('/sitemap.xml')).matchAll(/<loc>([^<]+)/g)].map(
      ([, address]) => new URL(address!).pathname,
    )
    const expectState = async (path: string, expected: object) => {
      const response = await fetch(product.origin + path)
      expect(response.status, path).toBe(200)
      const asksForNoIndex = /<meta[^>]*name="?robots[^>]*noindex/.test(await response.text())
      const isClosed = closed.some((prefix) => path.startsWith(prefix))
      expect({ isListed: listed.includes(path), isClosed, asksForNoIndex }, path).toEqual(expected)
    }
    for (const path of [...sitePaths(lang), ...topicPaths(lang)])
      await expectState(path, { isListed: true, isClosed: false, asksForNoIndex: false })
    const appPaths = [
      ...landingRoutes,
      ...consoleRoutes,
      freeTestRoute,
      '/userCenter',
      '/operator',
      '/operator/customers',
    ]
    for (const path of appPaths.flatMap((each) =>
      lang === 'en' ? [`/en${each}`] : [each, `/zh${each}`],
    ))
      await expectState(path, { isListed: false, isClosed: true, asksForNoIndex: true })
    await expectState('/api/docs', { isListed: false, isClosed: true, asksForNoIndex: true })
  })

  test('the login page has a title and a description in its language', async ({
    lang,
    product,
  }) => {
    const html = await readPage(`${product.origin}${lang === 'en' ? '/en' : ''}/login`)
    const description = html.querySelector('meta[name=description]')!.getAttribute('content')!
    for (const text of [html.title, description])
      expect(/\p{Script=Han}/u.test(text), text).toBe(lang === 'zh')
    expect(html.documentElement.lang).toBe(lang === 'zh' ? 'zh-CN' : 'en-US')
  })
})

test('the HTML contains prices, contacts and downloads', async ({ page, lang, t }) => {
  const [home, price, , contact, download] = sitePaths(lang)
  await page.goto(home!)
  await expect(page.getByText('¥99.00')).toBeVisible()
  await page.goto(price!)
  await expect(page.getByRole('radio')).toHaveCount(7)
  await expect(page.getByText('¥399.00').first()).toBeVisible()
  await page.goto(contact!)
  await expect(page.locator('main').getByRole('img', { name: /WhatsApp/ })).toHaveCount(2)
  await expect(page.locator('main').getByText('@yiqiao_care')).toBeVisible()
  await page.goto(download!)
  await expect(
    page.getByRole('link', { name: new RegExp(t('download.getNamed', { name: 'Android' })) }),
  ).toHaveAttribute('href', /\.apk$/)
})

test('plain links lead to every page, to the other language and to registration', async ({
  page,
  lang,
  t,
}) => {
  await page.goto(homePath(lang))
  const menu = page.getByRole('navigation', { name: t('frame.nav.main') })
  // The words of spec 2.6.
  await expect(menu.getByRole('link').filter({ visible: true })).toHaveText(
    lang === 'zh'
      ? ['首页', '价格标准', '使用文档', '下载']
      : ['Home', 'Price', 'Use docs', 'Download'],
  )
  for (const [name, path] of [
    ['price', '/price'],
    ['useDoc', '/useDoc'],
    ['download', '/download'],
    ['home', '/home'],
  ] as const) {
    await menu.getByRole('link', { name: t(`frame.nav.${name}`), exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(menu.locator('[aria-current=page]')).toHaveText(t(`frame.nav.${name}`))
  }
  await expect(
    page.getByRole('link', { name: t('frame.nav.register'), exact: true }),
  ).toHaveAttribute('href', '/login?type=2')
  await page.getByRole('link', { name: lang === 'zh' ? 'English' : '中文', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', lang === 'zh' ? 'en-US' : 'zh-CN')
})

test('guide pages have structured data for their steps and breadcrumbs', async ({
  lang,
  product,
}) => {
  for (const [path, depth] of [
    [sitePaths(lang)[2]!, 2],
    [topicPaths(lang)[0]!, 3],
  ] as const) {
    const html = await readPage(product.origin + path)
    const entries = structuredData<{
      '@type': string
      step?: { name: string }[]
      itemListElement?: { position: number; item: string }[]
    }>(html)
    const headings = [...html.querySelectorAll('h1, h2, h3, h4')].map(({ textContent }) =>
      textContent.trim(),
    )
    const steps = entries.find((entry) => entry['@type'] === 'HowTo')!.step!
    expect(steps.length).toBeGreaterThan(0)
    expect(headings).toEqual(expect.arrayContaining(steps.map(({ name }) => name)))
    const breadcrumbs = entries.find(
      (entry) => entry['@type'] === 'BreadcrumbList',
    )!.itemListElement!
    expect(breadcrumbs.map(({ position }) => position)).toEqual([1, 2, 3].slice(0, depth))
    expect(breadcrumbs.at(-1)!.item).toBe(product.origin + path)
  }
})

test('the selected package has the trial link, and answers of the FAQ expand', async ({
  page,
  lang,
  t,
}) => {
  await page.goto(sitePaths(lang)[1]!)
  const trial = page.getByRole('main').getByRole('link', { name: t('price.trial'), exact: true })
  await expect(trial).toHaveCount(1)
  await page.getByRole('radio').nth(5).check()
  await expect(trial).toHaveCount(1)
  await expect(trial).toHaveAttribute('href', '/freeTest?package=7')
  await page.goto(homePath(lang))
  const answer = page.getByText(t('home.faq.team.a'))
  await expect(answer).toBeHidden()
  await page.getByText(t('home.faq.team.q')).click()
  await expect(answer).toBeVisible()
})

test('slides, side bar contacts and the contact check dialog work without scripts', async ({
  page,
  lang,
  t,
}) => {
  await page.goto(homePath(lang))
  await page.locator('.slides-hero').getByRole('radio').nth(1).check()
  await expect(page.getByRole('heading', { name: t('home.team.headline') })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await page.getByRole('button', { name: t('frame.side.afterSale') }).click()
  await expect(
    page.getByRole('group', { name: t('frame.side.afterSale') }).getByText('yiqiao-care'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('complementary')
    .getByRole('button', { name: t('frame.side.validate') })
    .click()
  await expect(page.getByRole('dialog', { name: t('frame.validate.title') })).toBeVisible()
  await expect(page.getByText(t('frame.validate.script'))).toBeVisible()
})

test('unknown paths redirect to the home page; unknown files are 404', async ({ product }) => {
  for (const [from, to] of [
    ['/', '/home'],
    ['/nowhere/at/all?inviteCode=AB12', '/home?inviteCode=AB12'],
    ['/en', '/en/home'],
    ['/en/nowhere', '/en/home'],
    ['/useDoc/nothing-of-that-name', '/home'],
    ['/zh/price', '/price?lang=zh'],
  ]) {
    const response = await fetch(product.origin + from)
    await response.body?.cancel()
    expect([response.status, response.url]).toEqual([200, product.origin + to])
  }
  for (const path of ['/assets/nothing.js', '/nothing.png', '/en/nothing.html'])
    expect((await fetch(product.origin + path)).status, path).toBe(404)
})

test('sitemap and structured data list every page, the FAQ and the packages', async ({
  lang,
  product,
}) => {
  const readText = async (path: string) => (await fetch(product.origin + path)).text()
  const sitemap = await readText('/sitemap.xml')
  const paths = (['zh', 'en'] as const).flatMap((each) => [...sitePaths(each), ...topicPaths(each)])
  for (const path of paths)
    expect(sitemap).toContain(`<loc>${product.origin}${path}</loc><lastmod>20`)
  expect(sitemap.match(/<loc>/g)).toHaveLength(paths.length)
  expect(sitemap.match(/hreflang="x-default"/g)).toHaveLength(paths.length)
  expect(await readText('/robots.txt')).toContain(`Sitemap: ${product.origin}/sitemap.xml`)
  const html = await readPage(product.origin + homePath(lang))
  const entries = structuredData<{ '@type': string; offers?: unknown[] }>(html)
  expect(entries.map((entry) => entry['@type'])).toEqual([
    'Organization',
    'WebSite',
    'FAQPage',
    'SoftwareApplication',
  ])
  expect(entries.at(-1)!.offers).toHaveLength(7)
  expect(entries.at(-1)!.offers![0]).toMatchObject({
    '@type': 'Offer',
    price: '99.00',
    priceCurrency: 'CNY',
    url: expect.stringMatching(/\/price$/),
  })
  const load = (selector: string, name: string) =>
    fetch(new URL(html.querySelector(selector)!.getAttribute(name)!, product.origin))
  for (const selector of ['link[rel=manifest]', 'link[rel=apple-touch-icon]', 'link[rel=icon]'])
    expect((await load(selector, 'href')).status).toBe(200)
  const image = await load('meta[property="og:image"]', 'content')
  const bytes = Buffer.from(await image.arrayBuffer())
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
})

async function readPage(url: string): Promise<HtmlDocument> {
  const response = await fetch(url)
  expect(response.status, url).toBe(200)
  return new new Window({ url }).DOMParser().parseFromString(await response.text(), 'text/html')
}

/** What a page says of itself, and whether each of its main headings is visible. */
const readShown = (page: Page) =>
  page.evaluate(() => {
    const read = (selector: string, name: string) =>
      document.querySelector(selector)?.getAttribute(name) ?? ''
    return {
      headings: [...document.querySelectorAll('h1')].map((heading) => heading.checkVisibility()),
      lang: document.documentElement.lang,
      text: document.body.textContent,
      title: document.title,
      description: read('meta[name=description]', 'content'),
      structuredData: document.querySelector('script[type="application/ld+json"]')!.textContent,
      links: {
        canonical: read('link[rel=canonical]', 'href'),
        ...Object.fromEntries(
          ['en', 'zh-CN', 'x-default'].map((hreflang) => [
            hreflang,
            read(`link[hreflang=${hreflang}]`, 'href'),
          ]),
        ),
      },
    }
  })

/** Entries of the page's JSON-LD. */
const structuredData = <T>(html: HtmlDocument): T[] =>
  (
    JSON.parse(html.querySelector('script[type="application/ld+json"]')!.textContent) as {
      '@graph': T[]
    }
  )['@graph']

/**
 * Texts in the other language: on English pages any Chinese; on Chinese pages four Latin words in a
 * row, or a text without Chinese that is no name.
 */
async function foreignTexts(page: Page, lang: 'zh' | 'en'): Promise<string[]> {
  const han = /\p{Script=Han}/u
  const isForeign = (text: string) =>
    /([A-Za-z]{2,}[ ,.]+){3,}[A-Za-z]{2,}/.test(text) ||
    (/[a-z]{3}/.test(text) && !han.test(text) && !isName(text))
  return (await textsInPageLanguage(page)).filter((text) =>
    lang === 'en' ? han.test(text) : isForeign(text),
  )
}

const names: readonly string[] = [
  ...engines,
  ...samples.greeting.others,
  ...samples.team.map(({ name }) => name),
  'WhatsApp',
  'Telegram',
  'macOS',
  'Android',
]
/** Names of applications, people and accounts, and texts that are only a placeholder. */
const isName = (text: string) =>
  names.includes(text) || /^@?yiqiao[-_]\w+$|^\{\{\w+\}\}$/.test(text)
