// @vitest-environment happy-dom
/** The figures of the overview equal the sums of the rows of the logs. */
import { screen, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { accountLog, type AccountLogRow, LogType } from '#contract/ledger.ts'
import { translationLog } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import { reconcile } from '#server/features/ledger/reconciliation/job.ts'
import { createJsonLog } from '#server/platform/log.ts'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { cellsOf, footCellsOf } from '#tests/support/browser/tables.ts'
import { buttonOrLink, press, text, user } from '#tests/support/browser/user.ts'

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
const region = (name: string) => within(screen.getByRole('region', { name }))
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

test('reconciliation and chart show the sums in the database, per day in Shanghai, with links to rows', async () => {
  const userId = await open()
  const { rows: sums } = await server.db.execute<{ changed: string; owned: string }>(
    sql`select (select sum(char_change) from account_log where owner_id = ${userId}::bigint) as changed,
      (select sum(chars) from balances where owner_id = ${userId}::bigint) as owned`,
  )
  const { rows } = await server.db.execute<{ day: string; chars: string; count: string }>(
    sql`select (at at time zone 'Asia/Shanghai')::date::text as day, sum(chars) as chars, count(*) as count
      from translation_log where owner_id = ${userId}::bigint group by 1`,
  )
  await press('对账无误')
  const [chars] = cellsOf(screen.getByRole('table', { name: '对账无误' }))
  expect(chars!.slice(2)).toEqual([exact(Number(sums[0]!.changed)), exact(Number(sums[0]!.owned))])

  const expected = new Map(rows.map(({ day, chars: used }) => [day, Number(used)]))
  const days = cellsOf(region('每日用量').getByRole('table'))
  expect(days).toHaveLength(30)
  expect(days.map(([day, used]) => [day, used])).toEqual(
    days.map(([day]) => [day, exact(expected.get(day!) ?? 0)]),
  )
  const busiest = rows
    .filter(({ day }) => days.some(([shown]) => shown === day))
    .toSorted((a, b) => Number(b.chars) - Number(a.chars))[0]!
  const query = queryOf(region('每日用量').getByRole('link', { name: busiest.day }))
  expect(query['childUserId']).toBe('all')
  expect((await call(translationLog.page, query as never)).total).toBe(Number(busiest.count))

  await user.click(screen.getByRole('radio', { name: '按账号' }))
  const totals = () => region('分组合计').getByRole('table')
  await until(() => totals().textContent.includes('演示公司'))
  const total = days.reduce((all, [, used]) => all + Number(used!.replaceAll(',', '')), 0)
  expect(footCellsOf(totals())[0]).toContain(exact(total))
})
