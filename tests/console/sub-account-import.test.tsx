// @vitest-environment happy-dom
/** The import of sub-accounts while the server works. */
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { subAccountImport } from '#contract/sub-account-import.ts'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { hasListRows } from '#tests/support/browser/tables.ts'
import { dialog, inDialog, press, pressInDialog, text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

test('a check that is stopped while the server works goes back to the columns', async () => {
  const { fetch } = globalThis
  const { path } = subAccountImport.checkImport
  let isAsked = false
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (!new URL(address, location.href).pathname.endsWith(path)) return fetch(input, init)
    isAsked = true
    return new Promise((_, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error)),
    )
  })
  await openConsolePage('/UserCenterChild', { as: 'demo', lang: 'en' })
  await until(hasListRows)
  await press('Import')
  await until(() => dialog() !== null)
  const choose = await screen.findByLabelText<HTMLInputElement>('Choose file')
  await until(() => !choose.disabled)
  await user.upload(choose, new File(['account\nnewperson\n'], 'people.csv'))
  await until(() => text().includes('people.csv'))
  await pressInDialog('Check')
  await until(() => isAsked)
  await pressInDialog('Cancel')
  await until(() => text().includes('people.csv'))
  expect(inDialog('Check').disabled).toBe(false)
  vi.restoreAllMocks()
})
