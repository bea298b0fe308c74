/** Malformed and hostile URLs: no blank page, no exception, no redirect to another origin. */
import fc from 'fast-check'
import { navigate } from '#tests/e2e/support/navigate.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** URLs that server, boot script or router must handle. */
const loadedUrls = [
  '/login?to=%25E0%25A4%25A',
  '/login?type=%00&inviteCode=%3Cscript%3E',
  '/UserCenterChild?account=%E0%A4%A',
  '/UserCenterChild?filters[__proto__][x]=1&constructor=2&__proto__=3',
  `/UserCenterChild?account=${'a'.repeat(3_000)}`,
  '/userCenter/UserCenterChild?account=emma#here',
  '/UserCenterMemberAccountLog',
  '/usercenterchild',
  '//evil.example/',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/UserCenterChild/../../x',
  '/en/UserCenterChild',
  '/index',
]

/** URLs of lists, which read their state from the query. */
const listUrls = [
  '/UserCenterChild?pageSize=1000000',
  '/UserCenterChild?pageNum=-1&pageSize=abc',
  '/UserCenterChild?pageNum=99999999999999999999',
  '/UserCenterChild?to=%25&id=%25',
  '/UserCenterChild?account=%3Cimg%20src=x%20onerror=alert(1)%3E',
  '/UserCenterLoginLog?loginDateTimeBegin=yesterday&loginDateTimeEnd=2026-13-45',
  '/UserCenterLoginLog?loginDateTimeBegin=2026-12-01%2000:00:00&loginDateTimeEnd=2026-01-01%2000:00:00',
  '/UserCenterLoginLog?clientType=__proto__',
]

test('malformed URLs show a page of the product', async ({
  page,
  open,
  product,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(/status 4(00|04|14|31)|status of 4/)
  await open(page, '/UserCenterIndex')
  for (const url of loadedUrls) {
    await page.goto(product.origin + url)
    await expect(page.locator('h1').first(), url).toBeVisible()
    expect(new URL(page.url()).origin, url).toBe(product.origin)
  }
})

test('malformed and random query strings show the list', async ({ page, open }) => {
  test.slow()
  await open(page)
  const expectList = async (url: string) => {
    await navigate(page, url)
    await expect(page.getByRole('table'), url).toBeVisible()
    await expect(page.locator('.waiting'), url).toHaveCount(0)
  }
  for (const url of listUrls) await expectList(url)
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
    fc.asyncProperty(query, async (params) => expectList(`/UserCenterChild?${params.toString()}`)),
    { numRuns: 12 },
  )
})

test('sign-in never redirects to another origin', async ({ page, submitLogin }) => {
  await page.goto('/login?to=%2F%2Fevil.example%2F')
  await submitLogin(page, 'demo')
  await expect(page).toHaveURL(/\/home$/)
})
