/** The content security policy refuses script injection and foreign pictures. `every-screen.spec.ts` tests its use. */
import type { Page } from '@playwright/test'
import { siteRoutes } from '#client/routes.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** Names of the attacks that succeed. */
const succeededAttacks = (page: Page) =>
  page.evaluate(async () => {
    // The evaluated script itself may create code; later tasks may not.
    await new Promise((resolve) => setTimeout(resolve))
    const attempts: Record<string, () => unknown> = {
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
    const succeeded = Object.entries(attempts).filter(([, attack]) => {
      try {
        attack()
        return true
      } catch {
        return false
      }
    })
    return succeeded.map(([name]) => name)
  })

const refusals =
  /Trusted|trusted|Content Security Policy|unsafe-eval|policy "mine"|requires|pictures\.example\.com/

test('the policy refuses markup, code and pictures of others, and its violations are logged', async ({
  page,
  open,
  product,
  expectNoErrors,
}) => {
  expectNoErrors.expect(refusals)
  for (const path of ['/login', '/PaySuccess?id=1', siteRoutes[0]]) {
    await page.goto(path)
    await expect(page.locator('h1, h2').first()).toBeVisible()
    expect(await succeededAttacks(page), path).toEqual([])
  }
  await page.evaluate(() => (new Image().src = 'https://pictures.example.com/pixel.png'))
  await expect
    .poll(() =>
      product
        .logLines()
        .filter((line) => line.includes('"csp violation"'))
        .join(),
    )
    .toContain('https://pictures.example.com')
  // All public pages have the policy of the first one.
  const policies = await Promise.all(
    siteRoutes.map(async (route) => {
      const response = await fetch(product.origin + route)
      return response.headers.get('content-security-policy')
    }),
  )
  expect(policies[0]).toContain("require-trusted-types-for 'script'")
  expect(new Set(policies).size).toBe(1)
  await open(page)
  await expect(page.getByRole('table')).toBeVisible()
  expect(await succeededAttacks(page), 'console').toEqual([])
})
