/**
 * What a page may not do, whatever gets into it: the policy refuses what an attacker would try.
 * That every screen and dialog keeps to it is part of `every-screen.spec.ts`.
 */
import type { Page } from '@playwright/test'
import { siteRoutes } from '#client/routes.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** What of an attack came through. */
const attacks = (page: Page) =>
  page.evaluate(async () => {
    // What a test runs at once is allowed to make code; what follows is not.
    await new Promise((resolve) => setTimeout(resolve))
    const tried: Record<string, () => unknown> = {
      innerHTML: () =>
        (document.body.appendChild(document.createElement('div')).innerHTML =
          '<img src="/nothing" onerror="document.title=1">'),
      outerHTML: () =>
        (document.body.appendChild(document.createElement('div')).outerHTML = '<b>x</b>'),
      insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
      write: () => document.write('<b>x</b>'),
      srcdoc: () => (document.createElement('iframe').srcdoc = '<b>x</b>'),
      parser: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
      scriptText: () => (document.createElement('script').text = 'document.title = 1'),
      scriptAddress: () => (document.createElement('script').src = '/assets/x.js'),
      worker: () => new Worker('/boot.js'),
      handler: () => document.body.setAttribute('onclick', 'document.title = 1'),
      // oxlint-disable-next-line typescript/no-implied-eval -- the attack itself
      code: () => new Function('document.title = 1'),
      policy: () =>
        (
          window as unknown as {
            trustedTypes: { createPolicy: (name: string, rules: object) => object }
          }
        ).trustedTypes.createPolicy('mine', {}),
    }
    const through = Object.entries(tried).filter(([, attack]) => {
      try {
        attack()
        return true
      } catch {
        return false
      }
    })
    return through.map(([name]) => name)
  })

const refusals = /Trusted|trusted|Content Security Policy|unsafe-eval|policy "mine"|requires/

test('nothing becomes markup or code by text, on any kind of page', async ({
  page,
  open,
  expectNoErrors,
}) => {
  expectNoErrors.expect(refusals)
  for (const address of ['/login', '/PaySuccess?id=1', ...siteRoutes]) {
    await page.goto(address)
    await expect(page.locator('h1, h2').first()).toBeVisible()
    expect(await attacks(page), address).toEqual([])
  }
  await open(page)
  await expect(page.getByRole('table')).toBeVisible()
  expect(await attacks(page), 'console').toEqual([])
})
