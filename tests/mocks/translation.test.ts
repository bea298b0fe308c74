/** Translating in the browser demo: by the phrase book, charged, logged and charted. */
import { afterAll, expect, test, vi } from 'vitest'
import { extensions } from '#contract/extensions.ts'
import { login } from '#contract/login.ts'
import { statements } from '#contract/statements.ts'
import { translation, translationLog } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import { startMockServer } from '#mocks/node.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

stubBrowser('http://demo.test/home')
const { call } = await import('#client/api/call.ts')
const { randomId } = await import('#client/browser.ts')
const { signIn } = await import('#client/session/session.ts')
const server = await startMockServer()
afterAll(async () => {
  await server.close()
  vi.unstubAllGlobals()
})

test('the demo offers statements without a PDF, which it can’t draw', async () => {
  const paths = await call(extensions.list, {})
  expect(paths).toContain(statements.get.path)
  expect(paths).not.toContain(statements.pdf.path)
})

test('a translation in the demo is charged, logged and charted', async () => {
  signIn(await call(login.login, { account: demoAccounts.demo, password: demoPassword }))
  const [user, log, chart] = [
    await call(users.get, {}),
    await call(translationLog.page, {}),
    await call(translationLog.usage, {}),
  ]
  const result = await call(
    translation.text,
    { source: 'auto', target: 'en', text: '你好，谢谢！' },
    { idempotencyKey: randomId() },
  )
  expect(result).toMatchObject({
    translated: 'Hello, thank you!',
    detected: 'zh',
    chars: 6,
    demo: true,
  })
  expect((await call(users.get, {})).memberAccount.usableCharNum).toBe(
    user.memberAccount.usableCharNum - 6,
  )
  const after = await call(translationLog.page, {})
  expect(after.total).toBe(log.total + 1)
  expect(after.rows[0]).toMatchObject({
    wordCount: 6,
    sourceLangCode: 'zh',
    targetLangCode: 'en',
    tranChannelId: result.tranChannelId,
  })
  expect((await call(translationLog.usage, {})).chars).toBe(chart.chars + 6)
  expect(chart.count).toBeGreaterThan(0)
  const allUsersLog = await call(translationLog.page, { childUserId: 'all' })
  expect(allUsersLog.total).toBeGreaterThan(after.total)
  expect(await discrepancies(server.db)).toEqual([])
})
