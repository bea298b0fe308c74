/** Checks pages against the accessibility rules of axe (WCAG 2.2 AA and best practice). */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Expects no violations in the page or within `selector`; retries while animations run. Elements and
 * colours are the same in both languages, and `tests/words.test.ts` finds missing texts: only English
 * tests check the rules. Failures contain `label`.
 */
export async function expectAccessible(
  page: Page,
  label: string,
  selector?: string,
): Promise<void> {
  await expectNoViolations(page, selector, 'all', label)
}

/** For pages whose frame and colours are those of others. */
export const expectAccessibleExceptColours = (page: Page, label: string): Promise<void> =>
  expectNoViolations(page, 'main', 'except colours', label)

/** Also checks the colours of the dark theme; the other rules do not depend on the theme. */
export async function expectAccessibleInBothThemes(
  page: Page,
  label: string,
  selector?: string,
): Promise<void> {
  await expectAccessible(page, label, selector)
  if (!(await isEnglish(page))) return
  await emulate(page, 'dark')
  await expectNoViolations(page, selector, 'colours', `${label}, dark`)
  await emulate(page, 'light')
}

const isEnglish = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.lang.startsWith('en'))

async function emulate(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
}

type Rules = 'all' | 'colours' | 'except colours'

async function expectNoViolations(
  page: Page,
  selector: string | undefined,
  rules: Rules,
  label: string,
) {
  if (!(await isEnglish(page))) return
  await expect
    .poll(() => violations(page, selector, rules), { message: label, timeout: 30_000 })
    .toEqual([])
}

type Scope = string | { include: string[]; exclude: string[] }

/**
 * The page without the menu of a console, which takes a third of the time: `accessible.spec.ts` and
 * `operator.spec.ts` check the menus.
 */
const withoutMenu: Scope = { include: ['html'], exclude: ['#menu'] }

/** One line per element that breaks a rule. */
async function violations(
  page: Page,
  selector: string | undefined,
  rules: Rules,
): Promise<string[]> {
  await injectAxe(page)
  const results = await page.evaluate<AxeResults, [Scope, RunOptions]>(
    async ([scope, options]) => {
      const { axe } = window as unknown as {
        axe: { run: (context: Scope | NodeList, options: object) => Promise<AxeResults> }
      }
      // A modal dialog makes the page behind it inert.
      const modals = document.querySelectorAll('dialog:modal')
      return axe.run(typeof scope === 'object' && modals.length > 0 ? modals : scope, options)
    },
    [
      selector ?? withoutMenu,
      {
        runOnly: rules === 'colours' ? colourRules : tags,
        ...(rules === 'except colours'
          ? { rules: Object.fromEntries(colourRules.map((id) => [id, { enabled: false }])) }
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

/** Injects axe by the DevTools protocol, because the page's policy refuses added scripts. */
async function injectAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: source })
  await session.detach()
}
