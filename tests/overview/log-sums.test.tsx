// @vitest-environment happy-dom
/** The figures of the overview equal the sums of the rows of the logs. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { accountLog, type AccountLogRow, LogType } from '#contract/ledger.ts'
import { users } from '#contract/users.ts'
import { reconcile } from '#server/features/ledger/reconciliation/job.ts'
import { createJsonLog } from '#server/platform/log.ts'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { buttonOrLink, text } from '#tests/support/browser/user.ts'

const server = await startConsoleServer()

const allTime = {
  createDateTimeBegin: '2020-01-01 00:00:00',
  createDateTimeEnd: '2099-01-01 00:00:00',
}
const exact = (count: number) => new Intl.NumberFormat('zh-CN').format(count)
const sum = (
  rows: readonly AccountLogRow[],
  field: 'charChangeNum' | 'voiceChangeNum' | 'imageChangeNum',
) => rows.reduce((total, row) => total + (row[field] ?? 0), 0)
const resources = async () => ({
  '/resources/overview.ts': await import('../../resources/overview.ts'),
  '/resources/account-log.ts': await import('../../resources/account-log.ts'),
  '/resources/translation-log.ts': await import('../../resources/translation-log.ts'),
})
const fact = (name: string) =>
  screen.getAllByRole('term').find(({ textContent }) => textContent === name)!.nextElementSibling!
    .textContent
const queryOf = (link: HTMLElement) =>
  Object.fromEntries(new URL(link.getAttribute('href')!, location.href).searchParams)

async function open() {
  await reconcile({
    db: server.db,
    clock: () => new Date(),
    log: createJsonLog(() => {}),
    settings: {
      production: false,
      timeZone: 'Asia/Shanghai',
      allowedOrigins: [],
      trustedProxies: 0,
      allowsLocalWebhooks: false,
    },
  })
  await openConsolePage('/UserCenterIndex', { as: 'demo', with: resources })
  await until(
    () =>
      screen.queryByRole('region', { name: '每日用量' }) !== null && text().includes('对账无误'),
  )
  return (await call(users.get, {})).userId
}

/** All rows of the user's account log, by type. */
async function rowsByType(): Promise<Map<string, AccountLogRow[]>> {
  const byType = new Map<string, AccountLogRow[]>()
  for (const logType of LogType.options) {
    const rows: AccountLogRow[] = []
    for (let pageNum = 1; ; pageNum += 1) {
      const query = { logType, ...allTime, pageNum, pageSize: 100 }
      const page = await call(accountLog.page, query)
      rows.push(...page.rows)
      if (rows.length >= page.total) break
    }
    byType.set(logType, rows)
  }
  return byType
}

test('balances and usage equal the sums of the account log, whose rows the usage links to', async () => {
  await open()
  const byType = await rowsByType()
  const rows = [...byType.values()].flat()
  const translations = byType.get('TRANSLATION_CONSUME')!
  expect(translations.length).toBeGreaterThan(0)
  expect(screen.getByRole('region', { name: '剩余额度' }).textContent).toContain(
    exact(sum(rows, 'charChangeNum')),
  )
  expect(fact('剩余语音')).toBe(exact(sum(rows, 'voiceChangeNum')))
  expect(fact('剩余图片')).toBe(exact(sum(rows, 'imageChangeNum')))
  expect(fact('本账号累计使用字符')).toContain(exact(-sum(translations, 'charChangeNum')))
  const query = queryOf(buttonOrLink('查看明细：本账号累计使用字符'))
  expect(query['logType']).toBe('TRANSLATION_CONSUME')
  const { total } = await call(accountLog.page, query as never)
  expect(total).toBe(translations.length)
})
