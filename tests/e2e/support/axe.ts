/** The accessibility rules (WCAG 2.2 AA and best practice) against what a page shows. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const aboutColours = ['color-contrast', 'link-in-text-block']

/**
 * Nothing breaks a rule, once what is moving has come to rest: on the whole page, or in a part of
 * it when something covers the rest. Colours are the same in both languages: the English tests
 * check them.
 */
export async function expectAccessible(page: Page, what: string, part?: string): Promise<void> {
  await expectNone(page, part, (await isEnglish(page)) ? 'all' : 'but colours', what)
}

/**
 * Additionally checks the colours of the dark theme; every other rule is about what the themes have
 * in common.
 */
export async function expectAccessibleInBothThemes(
  page: Page,
  what: string,
  part?: string,
): Promise<void> {
  await expectAccessible(page, what, part)
  if (!(await isEnglish(page))) return
  await emulate(page, 'dark')
  await expectNone(page, part, 'colours', `${what}, dark`)
  await emulate(page, 'light')
}

const isEnglish = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.lang.startsWith('en'))

async function emulate(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
}

type Rules = 'all' | 'colours' | 'but colours'

const expectNone = (page: Page, part: string | undefined, rules: Rules, what: string) =>
  expect.poll(() => violations(page, part, rules), { message: what, timeout: 30_000 }).toEqual([])

/** One line per element that breaks a rule. */
async function violations(page: Page, part = 'html', rules: Rules = 'all'): Promise<string[]> {
  await bringAxe(page)
  const results = await page.evaluate<AxeResults, [string, RunOptions]>(
    async ([within, options]) => {
      const { axe } = window as unknown as {
        axe: { run: (context: string, options: object) => Promise<AxeResults> }
      }
      return axe.run(within, options)
    },
    [
      part,
      {
        runOnly: rules === 'colours' ? aboutColours : tags,
        ...(rules === 'but colours'
          ? { rules: Object.fromEntries(aboutColours.map((id) => [id, { enabled: false }])) }
          : {}),
        resultTypes: ['violations'],
      },
    ],
  )
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')} ${failureSummary}`,
    ),
  )
}

/** By the protocol, since a page's own policy refuses a script that is brought later. */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: source })
  await session.detach()
}
