// @vitest-environment happy-dom
/** What a key used: in the list of keys, and in the usage of the translation log. */
import { screen, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toWire } from '#client/i18n/time.ts'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { cellsOf } from '#tests/support/browser/tables.ts'
import { user } from '#tests/support/browser/user.ts'

const server = await startConsoleServer()
const today = toWire(new Date()).slice(0, 10)

/** Characters that the demo account's key used today. */
async function useKey(chars: number): Promise<string> {
  const { rows } = await server.db.execute<{ id: string }>(
    sql`insert into usage_days (owner_id, user_id, day, channel_id, source, target, client_type, key_id, chars, count)
      select owner_id, user_id, ${today}, 1, 'zh', 'en', 'api', id, ${chars}, 3 from api_keys on conflict (owner_id, user_id, day, channel_id, source, target, client_type, key_id) do update set chars = excluded.chars returning key_id::text as id`,
  )
  return rows[0]!.id
}

const resources = async () => ({
  '/resources/api-keys.ts': await import('../../resources/api-keys.ts'),
  '/resources/translation-log.ts': await import('../../resources/translation-log.ts'),
})

test('the list of keys links to the translations of a key', async () => {
  const id = await useKey(7_000_000)
  await openConsolePage('/UserCenterApiKeys', { as: 'demo', with: resources })
  const findLinks = () => screen.queryAllByRole('link', { name: /^密钥“Demo”的翻译日志/ })
  await until(() => findLinks().length === 2)
  const [ofToday, ofMonth] = findLinks().map((link) => ({
    text: link.textContent,
    query: Object.fromEntries(new URL(link.getAttribute('href')!, location.href).searchParams),
  }))
  const query = { childUserId: 'all', apiKeyId: id, createDateTimeEnd: `${today} 23:59:59` }
  expect(ofToday).toEqual({
    text: '7,000,000',
    query: { ...query, createDateTimeBegin: `${today} 00:00:00` },
  })
  expect(ofMonth).toEqual({
    text: '7,000,000',
    query: { ...query, createDateTimeBegin: `${today.slice(0, 7)}-01 00:00:00` },
  })
})

test('the usage of the translation log is told apart by key', async () => {
  await useKey(7_000_000)
  await openConsolePage('/UserCenterChangeTranslateLog', { as: 'demo', with: resources })
  const findSummary = () => screen.queryByRole('button', { name: /起翻译.*次，共/ })
  await until(() => findSummary() !== null)
  await user.click(findSummary()!)
  const findGroups = () => screen.queryByRole('region', { name: '统计方式' })
  await until(() => findGroups() !== null)
  await user.click(screen.getByRole('radio', { name: '密钥' }))
  const cells = () => cellsOf(within(findGroups()!).getByRole('table'))
  await until(() => cells().some(([name]) => name === 'Demo'))
  expect(cells().map(([name]) => name)).toEqual(['Demo', '不用密钥'])
  expect(cells()[0]!.slice(1, 3)).toEqual(['3', '7,000,000'])
})
