/** The accessibility rules (WCAG 2.2 AA and best practice) against what a page shows. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Brings the rules into every page to come; a page's own policy would refuse a script brought
 * later.
 */
export const bringAxe = (context: BrowserContext) => context.addInitScript({ content: source })

/**
 * Nothing breaks a rule, once what is moving has come to rest: on the whole page, or in a part of
 * it when something covers the rest.
 */
export async function expectAccessible(page: Page, what: string, part?: string): Promise<void> {
  await expect.poll(() => violations(page, part), { message: what, timeout: 15_000 }).toEqual([])
}

/** One line per element that breaks a rule. */
async function violations(page: Page, part = 'html'): Promise<string[]> {
  const results = await page.evaluate<AxeResults, [string, string[]]>(
    async ([within, only]) => {
      const { axe } = window as unknown as {
        axe: { run: (context: string, options: object) => Promise<AxeResults> }
      }
      return axe.run(within, { runOnly: only })
    },
    [part, tags],
  )
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')} ${failureSummary}`,
    ),
  )
}
