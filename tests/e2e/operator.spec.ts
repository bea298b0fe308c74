/**
 * The operators' console in the browser: sign-in with a code, operators and their log; and that the
 * customers' pages load none of it.
 */
import { demoAccounts } from '#server/seed/demo.ts'
import { demoOperator } from '#server/seed/operator.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { operatorMessages as messagesOf, signIn } from '#tests/e2e/support/operators.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('an operator signs in with a code, adds a colleague and finds that in the log', async ({
  page,
  lang,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(/status 4\d\d: GET .*favicon/)
  const operatorText = messagesOf(lang)
  await page.goto('/operator/operators')
  const submit = page.getByRole('button', {
    name: operatorText('operator.signIn.submit'),
    exact: true,
  })
  await submit.click()
  await expect(page.getByText(operatorText('operator.signIn.missing.email'))).toBeVisible()
  await expect(page.locator('input[type=email]')).toBeFocused()
  await expectAccessibleInBothThemes(page, 'the sign-in')
  const code = page.getByLabel(operatorText('operator.signIn.code'), { exact: true })
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')

  await page.locator('input[type=email]').fill(demoOperator.email)
  await page
    .getByLabel(operatorText('operator.signIn.password'), { exact: true })
    .fill('not-the-password')
  await code.fill('123456')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(code).toBeFocused()
  await expect(code).toHaveValue('')

  await signIn(page, lang)
  await expect(page.locator('main h1')).toHaveText(operatorText('resources.operators.title'))
  await expect(page).toHaveURL(/\/operator\/operators$/)
  await expect(page).toHaveTitle(
    new RegExp(operatorText('operator.fullName', { product: '' }).trim()),
  )
  const own = page.getByRole('row').filter({ hasText: demoOperator.email })
  await expect(own.getByRole('switch')).toBeDisabled()
  await expect(own).toContainText(operatorText('resources.operators.disabled.changeEnabled'))
  await expectAccessibleInBothThemes(page, 'the operators', 'html')

  await page
    .getByRole('button', { name: operatorText('resources.operators.actions.create'), exact: true })
    .click()
  const drawer = page.getByRole('dialog')
  await drawer.locator('input').first().fill('colleague@example.com')
  await drawer.getByLabel(operatorText('resources.operators.fields.name')).fill('Han Meimei')
  await drawer.getByLabel(operatorText('resources.operators.fields.role')).selectOption('support')
  await drawer.locator('button[type=submit]').click()
  const credentials = page.getByRole('dialog', { name: operatorText('team.credentials.title') })
  await expect(credentials.getByRole('img')).toBeVisible()
  await expect(credentials.locator('dd code')).toHaveCount(2)
  await expectAccessibleInBothThemes(page, 'the credentials', 'dialog[open]')
  await credentials
    .getByRole('button', { name: operatorText('team.credentials.saved'), exact: true })
    .click()
  await expect(page.getByRole('row').filter({ hasText: 'colleague@example.com' })).toBeVisible()

  await page
    .getByRole('link', { name: operatorText('resources.operatorLog.title'), exact: true })
    .click()
  const entry = page.getByRole('row').filter({ hasText: 'colleague@example.com' })
  await entry
    .getByRole('button', { name: operatorText('resources.operatorLog.actions.show') })
    .first()
    .click()
  const change = page.getByRole('dialog').getByRole('table')
  await expect(change).toContainText('Han Meimei')
  await expect(change.getByRole('row', { name: operatorText('team.items.role') })).toContainText(
    operatorText('codes.operatorRole.support'),
  )
  await page.keyboard.press('Escape')
  const kind = page.getByLabel(operatorText('resources.operatorLog.fields.subjectKind'))
  await kind.selectOption({ label: operatorText('codes.logSubject.operator') })
  await expect(page).toHaveURL(/subjectKind=operator/)
  await expect(entry.first()).toBeVisible()

  await page
    .getByRole('link', { name: operatorText('resources.refusedSignIns.title'), exact: true })
    .click()
  const refused = page.getByRole('row').filter({ hasText: demoOperator.email })
  await expect(refused.first()).toContainText(operatorText('codes.refusedSignIn.signIn'))
  await expectAccessibleInBothThemes(page, 'the refused sign-ins')
})

test('an expired session shows the sign-in at the same URL', async ({
  page,
  lang,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/status 700/, /console error: .*700/)
  await page.goto('/operator/operators?email=operator')
  await signIn(page, lang)
  await page.evaluate(() => sessionStorage.setItem('operator.sk', 'ended'.repeat(9)))
  await page.reload()
  await expect(page.locator('input[type=email]')).toBeVisible()
  await expect(page).toHaveURL(/\/operator\/operators\?email=operator$/)
  await signIn(page, lang, 1)
  await expect(page.getByRole('row').filter({ hasText: demoOperator.email })).toBeVisible()
  await expect(page).toHaveURL(/\/operator\/operators\?email=operator$/)
})

test('an operator and a customer are signed in side by side in one browser', async ({
  page,
  context,
  product,
  lang,
}) => {
  await page.goto('/operator')
  await signIn(page, lang)
  const customer = await context.newPage()
  await customer.goto('/UserCenterChild')
  // No session of an operator is adopted.
  await expect(customer).toHaveURL(/\/login\?/)
  const { sk, userId } = await product.signIn(demoAccounts.demo)
  await customer.evaluate(
    ([key, user]) => {
      sessionStorage.setItem('sk', key!)
      sessionStorage.setItem('userId', user!)
    },
    [sk, String(userId)],
  )
  await customer.goto('/UserCenterChild')
  await expect(customer.locator('main tbody tr').first()).toBeVisible()
  const other = await context.newPage()
  await other.goto('/operator/operators')
  // Another tab of the operators' console has the session.
  await expect(other.getByRole('row').filter({ hasText: demoOperator.email })).toBeVisible()
})

test('customer pages load no code of the operator console', async ({
  page,
  product,
  lang,
  open,
}) => {
  const scripts = new Map<string, string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js') && response.ok())
      void response.text().then(
        (text) => scripts.set(pathname, text),
        () => undefined,
      )
  })
  const operators = () =>
    [...scripts].filter(([, text]) => text.includes('/operator/session/')).map(([path]) => path)
  await page.goto('/login?type=1')
  await expect(page.locator('form')).toBeVisible()
  await open(page, '/UserCenterChild')
  await expect(page.locator('main tbody tr:not(:has(.waiting))').first()).toBeVisible()
  await page.goto(`${product.origin}/UserCenterIndex`)
  await expect(page.locator('main h1')).toBeVisible()
  expect(scripts.size).toBeGreaterThan(5)
  expect(operators()).toEqual([])
  await page.goto('/operator')
  await signIn(page, lang)
  await expect.poll(operators).not.toEqual([])
})
