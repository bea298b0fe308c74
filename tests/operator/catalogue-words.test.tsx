/** Lists of the catalogue say whether something is sold or offered, instead of yes and no. */
import { cleanup, render } from '@testing-library/react'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { operatorChannels } from '#contract/operator/channels.ts'
import { operatorPackages } from '#contract/operator/packages.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { en, zh } from '#locales/operator-collections.ts'
import type { Lang } from '#locales/messages.ts'
import { stubResponses } from '#tests/support/browser/stub-responses.ts'
import { hasListRows, listCells } from '#tests/support/browser/tables.ts'
import { until } from '#tests/support/browser/user.ts'

const me = { userId: '1', email: 'me@example.com', name: 'Me', role: 'admin' }
const names = { name: '甲', enName: 'A', position: 1, version: 1 }
const rows = {
  packages: [0, 1].map((onSale) => ({
    ...names,
    id: String(onSale),
    translationBillingMode: 'char',
    channelId: '1',
    num: 1,
    salePrice: 1,
    onSale,
    createChildUser: 0,
  })),
  channels: [0, 1].map((offered) => ({
    ...names,
    id: String(offered),
    engine: 'google',
    tier: 'normal',
    centsPerMillion: 1,
    offered,
  })),
}

let restoreResponses = () => {}
afterEach(() => {
  cleanup()
  restoreResponses()
})

/** Cells of the rows of a list page. */
async function openList(page: 'packages' | 'channels', lang: Lang) {
  history.replaceState(null, '', `/operator/${page}`)
  localStorage.setItem('lang', lang)
  restoreResponses = stubResponses({
    [operatorSession.get.path]: me,
    [operatorPackages.page.path]: { total: 2, rows: rows.packages },
    [operatorChannels.page.path]: { total: 2, rows: rows.channels },
  })
  vi.resetModules()
  const [{ startOperatorApp }, { sessionKeys }, packages, channels] = await Promise.all([
    import('#operator/operator-app.tsx'),
    import('#client/storage.ts'),
    import('../../resources/operator/packages.ts'),
    import('../../resources/operator/channels.ts'),
  ])
  sessionStorage.setItem(sessionKeys.userId, '1')
  sessionStorage.setItem(sessionKeys.sk, 'sk')
  const App = await startOperatorApp({
    '/resources/operator/packages.ts': packages,
    '/resources/operator/channels.ts': channels,
  })
  await act(async () => void render(<App />))
  await until(hasListRows)
  return listCells()
}

type YesNo = readonly [no: string, yes: string]

test.each([
  ['zh', 'packages', zh['packages']!.values!['onSale'] as YesNo],
  ['en', 'packages', en['packages']!.values!['onSale'] as YesNo],
  ['zh', 'channels', zh['channels']!.values!['offered'] as YesNo],
  ['en', 'channels', en['channels']!.values!['offered'] as YesNo],
] as const)('in %s, the list of %s says %s', async (lang, page, [no, yes]) => {
  const cells = await openList(page, lang)
  expect(cells.map((texts) => [texts.includes(no), texts.includes(yes)])).toEqual([
    [true, false],
    [false, true],
  ])
})
