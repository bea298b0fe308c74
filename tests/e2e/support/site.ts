/** Paths of the public site, and checks of their texts and layout. */
import type { Page } from '@playwright/test'
import { siteRoutes } from '#client/routes.ts'
import { topics } from '#landing/contents.ts'
import type { Lang } from '#locales/messages.ts'

/** Every page of the site in one language. */
export const sitePaths = (lang: Lang): string[] =>
  siteRoutes.map((route) => (lang === 'en' ? `/en${route}` : route))
/** Every topic of the tutorial in one language. */
export const topicPaths = (lang: Lang): string[] =>
  topics.map(({ slug }) => `${lang === 'en' ? '/en' : ''}/useDoc/${slug}`)
/** One topic per kind of illustration; all share one layout. */
export const sampleTopicPaths = (lang: Lang): string[] =>
  topicPaths(lang).filter((_, at) => at % 8 === 2)
export const homePath = (lang: Lang): string => sitePaths(lang)[0]!

/** Marks the invitation code as used, so that pages do not redirect to registration. */
export const markInvitationUsed = (page: Page, code: string) =>
  page.addInitScript((value) => localStorage.setItem('invitedBy', value), code.toLowerCase())

/** Resolves when the page's script has started. */
export const scriptStarted = (page: Page) =>
  page.waitForFunction(() => (window as { queuedActions?: { live?: boolean } }).queuedActions?.live)

/** Texts in the page's own language, hidden ones included, without elements of another `lang`. */
export async function textsInPageLanguage(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const messages: string[] = []
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement!
      const text = walker.currentNode.textContent!.trim()
      if (
        text &&
        !parent.closest('script, style, [translate=no]') &&
        parent.closest('[lang]') === document.documentElement
      )
        messages.push(text)
    }
    const textAttributes = [
      'aria-label',
      'aria-roledescription',
      'alt',
      'title',
      'placeholder',
      'data-message',
      'data-sentence',
      'data-busy',
    ]
    const attributes = [...document.querySelectorAll('body *')].flatMap((element) =>
      textAttributes.map((name) => element.getAttribute(name) ?? ''),
    )
    const metas = document.querySelectorAll<HTMLMetaElement>(
      '[name=description], [property$=":title"], [property$=":description"], [property$=":alt"]',
    )
    return [
      ...messages,
      ...attributes.filter(Boolean),
      ...[...metas].map(({ content }) => content),
      document.title,
    ]
  })
}

/** Steps that Safari does not announce as a list, since they have neither markers nor a role. */
export const stepsWithoutRole = (page: Page): Promise<string[]> =>
  page
    .locator('main ol')
    .evaluateAll((lists) =>
      lists
        .filter(
          (list) =>
            getComputedStyle(list).listStyleType === 'none' &&
            list.getAttribute('role') !== 'list' &&
            !list.closest('nav'),
        )
        .map(({ className }) => className),
    )

/** Elements that clip wider content. */
export const clippedElements = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter(
        (element) =>
          element.clientWidth > 1 &&
          element.scrollWidth > element.clientWidth + 1 &&
          getComputedStyle(element).overflowX !== 'visible',
      )
      .filter((element) => !element.querySelector(':scope > svg.arch'))
      .map((element) => `${element.className}: ${element.scrollWidth} in ${element.clientWidth}`),
  )

/** Pixels by which the page can be scrolled horizontally. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Keys of the tab's storage, without that of the place in the notice stream of users and visitors. */
export const storedSessionKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(sessionStorage)
      .filter((key) => key !== 'lastNotice')
      .toSorted(),
  )
