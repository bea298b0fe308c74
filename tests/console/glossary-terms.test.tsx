// @vitest-environment happy-dom
/** The terms of one glossary: what an empty one says, and which glossary a new term belongs to. */
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { glossaries, glossaryTerms } from '#contract/glossaries.ts'
import { closeConsolePage, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { signInAs } from '#tests/support/browser/orders-page.tsx'
import { hasListRows } from '#tests/support/browser/tables.ts'
import { user } from '#tests/support/browser/user.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'

const server = await startReferenceServer()
await signInAs('demo')

afterEach(closeConsolePage)
afterAll(() => server.close())

const open = (glossaryId: string | number) =>
  openConsolePage(`/UserCenterGlossaryTerms?glossaryId=${glossaryId}`, {
    as: 'demo',
    with: async () => ({
      '/resources/glossary-terms.ts': await import('../../resources/glossary-terms.ts'),
    }),
  })

async function addGlossary(name: string) {
  await call(glossaries.calls.create, { name })
  const { rows } = await call(glossaries.calls.page, { pageNum: 1, pageSize: 10 })
  return rows.find((row) => row.name === name)!.id
}

test('an empty glossary says so, and its first term belongs to it', async () => {
  await open(await addGlossary('合同'))
  await until(() => screen.queryByText(/^这个术语表还没有术语/) !== null)
  await user.click(screen.getAllByRole('button', { name: '添加术语' }).at(-1)!)
  await until(() => within(screen.getByRole('dialog')).queryByText('合同') !== null)
})

test('a term without a translation is shown as kept, and the glossary of the filter is no column', async () => {
  const glossaryId = await addGlossary('品牌')
  const languages = { sourceLangCode: 'zh', targetLangCode: 'en', caseSensitive: 0 } as const
  const term = { glossaryId, ...languages, sourceTerm: 'ACME', targetTerm: null }
  await call(glossaryTerms.calls.create, term)
  await open(glossaryId)
  await until(hasListRows)
  expect(screen.getAllByText('原样保留')).toHaveLength(1)
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headers).toContain('译文')
  expect(headers).not.toContain('术语表')
})
