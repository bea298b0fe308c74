/** What tests of the public site have in common: its pages, and reading what stands in them. */
import type { Page } from '@playwright/test'
import { siteRoutes } from '#client/routes.ts'
import { topics } from '#landing/contents.ts'
import type { Lang } from '#locales/messages.ts'

/** Every page of the site in one language. */
export const pathsIn = (lang: Lang): string[] =>
  siteRoutes.map((route) => (lang === 'en' ? `/en${route}` : route))
/** Every topic of the tutorial in one language. */
export const topicsIn = (lang: Lang): string[] =>
  topics.map(({ slug }) => `${lang === 'en' ? '/en' : ''}/useDoc/${slug}`)
/** One of each kind of drawing; all are laid out alike. */
export const someTopicsIn = (lang: Lang): string[] => topicsIn(lang).filter((_, at) => at % 8 === 2)
export const homeIn = (lang: Lang): string => pathsIn(lang)[0]!

/** Somebody whom this invitation has led to registration before: they read on where they are. */
export const invitedBefore = (page: Page, code: string) =>
  page.addInitScript((by) => localStorage.setItem('invitedBy', by), code)

/** Settles when the page's program has come. */
export const started = (page: Page) =>
  page.waitForFunction(() => (window as { held?: { live?: boolean } }).held?.live)

/**
 * What a page says in its own language, hidden parts too: without what is marked as being in
 * another one.
 */
export async function ownWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const messages: string[] = []
    while (walker.nextNode()) {
      const within = walker.currentNode.parentElement!
      const text = walker.currentNode.textContent!.trim()
      if (
        text &&
        !within.closest('script, style') &&
        within.closest('[lang]') === document.documentElement
      )
        messages.push(text)
    }
    const expectedTexts = [
      'aria-label',
      'aria-roledescription',
      'alt',
      'title',
      'placeholder',
      'data-message',
      'data-sentence',
      'data-busy',
    ]
    const more = [...document.querySelectorAll('body *')].flatMap((it) =>
      expectedTexts.map((name) => it.getAttribute(name) ?? ''),
    )
    const metas = document.querySelectorAll<HTMLMetaElement>(
      '[name=description], [property$=":title"], [property$=":description"], [property$=":alt"]',
    )
    return [
      ...messages,
      ...more.filter(Boolean),
      ...[...metas].map(({ content }) => content),
      document.title,
    ]
  })
}

/** Parts whose content is wider than they are and cut off, though it is there to be read. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter(
        (it) =>
          it.clientWidth > 1 &&
          it.scrollWidth > it.clientWidth + 1 &&
          getComputedStyle(it).overflowX !== 'visible',
      )
      .filter((it) => !it.querySelector(':scope > svg.arch'))
      .map((it) => `${it.className}: ${it.scrollWidth} in ${it.clientWidth}`),
  )

/** Where the page is scrolled sideways by more than nothing. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
