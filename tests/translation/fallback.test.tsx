// @vitest-environment happy-dom
/** What the console says of a translation that a fallback channel made. */
import { screen } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { translation } from '#contract/translation.ts'
import {
  closeConsolePage,
  openConsolePage,
  startConsoleServer,
  until,
} from '#tests/support/browser/console.tsx'
import { stubResponses } from '#tests/support/browser/stub-responses.ts'
import { hasListRows } from '#tests/support/browser/tables.ts'
import { press, text } from '#tests/support/browser/user.ts'

const server = await startConsoleServer()
afterEach(() => {
  closeConsolePage()
  localStorage.clear()
})

const pages = async () => ({
  '/resources/translation-log.ts': await import('../../resources/translation-log.ts'),
  '/resources/translate-test.ts': await import('../../resources/translate-test.ts'),
})

test('the log names the channel that translated below the one that was charged', async () => {
  await server.db.execute(
    sql`update translation_log set fallback_channel_id = 5 where (owner_id, user_id, seq) =
      (select l.owner_id, l.user_id, max(l.seq) from translation_log l join users u using (owner_id, user_id) where u.username = 'demo' group by 1, 2)`,
  )
  await openConsolePage('/UserCenterChangeTranslateLog', { as: 'demo', lang: 'en', with: pages })
  await until(hasListRows)
  await until(() => text().includes('by DeepL'))
  const cells = screen
    .getAllByRole('cell')
    .filter(({ textContent }) => textContent.includes('by DeepL'))
  expect(cells.map(({ textContent }) => textContent)).toEqual(['Tencent Translateby DeepL'])
  expect(
    screen.getByTitle(
      'Tencent Translate was down, so DeepL translated, at the price of Tencent Translate.',
    ),
  ).toBeDefined()
})

test('the result of a translation names it too', async () => {
  stubResponses({
    [translation.text.path]: {
      translated: 'Hello',
      chars: 2,
      tranChannelId: '1',
      fallbackChannelId: '5',
    },
  })
  await openConsolePage('/UserCenterChangeTranslateTest', { as: 'demo', lang: 'zh', with: pages })
  await until(() => text().includes('自动检测'))
  await press('样品免费，运费需要您承担。')
  await press('翻译')
  await until(() => text().includes('由“DeepL”翻译'))
  expect(screen.getByTitle('“腾讯翻译”当时中断，由“DeepL”翻译，仍按“腾讯翻译”计价。')).toBeDefined()
})
