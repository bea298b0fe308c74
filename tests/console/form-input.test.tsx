// @vitest-environment happy-dom
/** Fields of a form can be used from the moment in which they are shown. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  openConsolePage,
  sessionOf,
  startConsoleServer,
  until,
} from '#tests/support/browser/console.tsx'

await startConsoleServer()

test('a field that is shown is not replaced by another, which would lose focus and text', async () => {
  const replaced: Node[] = []
  const isWithField = (node: Node) =>
    // oxlint-disable-next-line no-restricted-properties -- a removed field has no label
    node instanceof Element && node.querySelector('input[type=password]') !== null
  const observer = new MutationObserver((records) =>
    replaced.push(...records.flatMap(({ removedNodes }) => [...removedNodes]).filter(isWithField)),
  )
  observer.observe(document, { childList: true, subtree: true })
  await openConsolePage('/UserCenterChangePassword', {
    session: await sessionOf('demosub'),
    with: async () => ({
      '/resources/change-password.ts': await import('../../resources/change-password.ts'),
    }),
  })
  await until(() => screen.queryAllByRole('button', { name: '修改密码' }).length > 0)
  await until(() => observer.takeRecords().length === 0)
  observer.disconnect()
  expect(replaced).toEqual([])
})
