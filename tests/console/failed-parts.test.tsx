// @vitest-environment happy-dom
/** Parts of pages whose call fails say so, with a retry, instead of looking empty. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Resources } from '#console/console.tsx'
import { en } from '#locales/console.ts'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

const files = import.meta.glob(
  '/resources/{overview,translation-log,sub-accounts,profile,contacts,two-factor,recharge}.ts',
)
const resources = async () =>
  Object.fromEntries(
    await Promise.all(Object.entries(files).map(async ([path, load]) => [path, await load()])),
  ) as Resources

const retryButtons = () => screen.queryAllByRole('button', { name: /^Try again/ })

const extensions = '/extensions/list'

test.each([
  ['/UserCenterIndex', ['/user/page', '/loginLog'], ['Couldn’t load: which steps are done']],
  [
    '/UserCenterIndex',
    ['/usage/people', '/user/page', '/tranChannel/list'],
    ['Usage by account', 'Couldn’t load this part', 'Some names and choices couldn’t be loaded'],
  ],
  [
    '/UserCenterChangeTranslateLog',
    ['/translationLog/usage', '/user/childNames'],
    ['Couldn’t load: usage totals', 'Some names and choices couldn’t be loaded'],
  ],
  ['/UserCenterChild', ['/user/childTotals'], ['Couldn’t load: Total']],
  ['/UserCenterInfo', ['/secondStep', '/user/session'], ['Couldn’t load this part']],
  ['/UserWorkSpace', ['/workSpace'], ['Couldn’t load']],
  // Without the list of extensions, their pages and parts report their own failure.
  ['/UserCenterIndex', [extensions, '/usage'], ['Expected to last', 'Couldn’t load this part']],
  ['/UserCenterSecondStep', [extensions, '/secondStep'], ['Couldn’t load this']],
] as const)('%s says that %j failed', async (address, paths, expected) => {
  const isNew = address === '/UserCenterIndex' && expected[0].includes('steps')
  for (const path of paths) injectFault('broken', { path })
  await openConsolePage(address, { as: isNew ? 'newcomer' : 'demo', lang: 'en', with: resources })
  for (const part of expected) await until(() => text().includes(part))
  // A part that is still loading would fail after the faults are cleared.
  await until(() => screen.queryAllByLabelText(en.shell.loading).length === 0)
  expect(text()).not.toMatch(/(?<!\d)0 rows/)
  clearFaults()
  while (retryButtons().length > 0) await user.click(retryButtons()[0]!)
  await until(() => !/Couldn’t load|couldn’t be loaded/.test(text()))
  expect(retryButtons()).toEqual([])
})
