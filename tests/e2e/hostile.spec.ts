/**
 * Addresses nobody would type: the page is never blank, nothing is thrown, nothing leads elsewhere.
 */
import fc from 'fast-check'
import { expect, test } from '#tests/e2e/support/test.ts'

const strange = [
  '/login?to=%25',
  '/login?to=%25E0%25A4%25A',
  '/login?to=//evil.example/',
  '/login?to=/%5Cevil.example',
  '/login?to=https://evil.example/',
  '/login?to=javascript:alert(1)',
  '/login?type=%00&inviteCode=%3Cscript%3E',
  '/UserCenterChild?pageSize=1000000',
  '/UserCenterChild?pageNum=-1&pageSize=abc',
  '/UserCenterChild?pageNum=99999999999999999999',
  '/UserCenterChild?account=%E0%A4%A',
  '/UserCenterChild?filters[__proto__][x]=1&constructor=2&__proto__=3',
  '/UserCenterChild?to=%25&id=%25',
  '/UserCenterChild?account=%3Cimg%20src=x%20onerror=alert(1)%3E',
  `/UserCenterChild?account=${'a'.repeat(3_000)}`,
  '/UserCenterLoginLog?loginDateTimeBegin=yesterday&loginDateTimeEnd=2026-13-45',
  '/UserCenterLoginLog?loginDateTimeBegin=2026-12-01%2000:00:00&loginDateTimeEnd=2026-01-01%2000:00:00',
  '/UserCenterLoginLog?clientType=__proto__',
  '/userCenter/UserCenterChild?account=emma#here',
  '/UserCenterMemberAccountLog',
  '/usercenterchild',
  '//evil.example/',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/UserCenterChild/../../x',
  '/en/UserCenterChild',
  '/index',
]

test('strange addresses show a page of ours', async ({ page, open, product, expectNoErrors }) => {
  test.slow()
  expectNoErrors.expect(/status 4(00|04|14|31)|status of 4/)
  await open(page, '/UserCenterIndex')
  for (const address of strange) {
    await page.goto(product.origin + address)
    await expect(page.locator('h1').first(), address).toBeVisible()
    expect(new URL(page.url()).origin, address).toBe(product.origin)
  }
})

test('queries made at random show the list', async ({ page, open, product }) => {
  test.slow()
  await open(page)
  const key = fc.constantFrom(
    'account',
    'pageNum',
    'pageSize',
    'to',
    'id',
    'current',
    'filters[0][field]',
    '__proto__',
    'sorters',
  )
  const query = fc
    .array(
      fc.tuple(
        key,
        fc.oneof(fc.string(), fc.constantFrom('%25', '%', '//', '0', '1e9', '__proto__', '🜲')),
      ),
    )
    .map((pairs) => new URLSearchParams(pairs))
  await fc.assert(
    fc.asyncProperty(query, async (params) => {
      params.delete('t')
      await page.goto(`${product.origin}/UserCenterChild?${params.toString()}`)
      await expect(page.getByRole('table')).toBeVisible()
      await expect(page.locator('.waiting')).toHaveCount(0)
    }),
    { numRuns: 12 },
  )
})

test('after signing in, nobody is led to where an address of somebody else points', async ({
  page,
  typeIn,
}) => {
  await page.goto('/login?to=%2F%2Fevil.example%2F')
  await typeIn(page, 'demo')
  await expect(page).toHaveURL(/\/home$/)
})
