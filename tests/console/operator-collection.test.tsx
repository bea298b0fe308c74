// @vitest-environment happy-dom
/**
 * An operators' collection with a field of every kind, against the server: its page, and its entries
 * in the operator log.
 */
import '#tests/support/actors/register-test-collections.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import { act } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { call } from '#client/api/call.ts'
import { isSignedIn, signIn } from '#client/session/session.ts'
import { list } from '#console/engine/resource.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorLanguages } from '#contract/operator/languages.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'
import { startOperatorApp } from '#operator/operator-app.tsx'
import { collectionTables } from '#server/features/collections/table.ts'
import { demoOperator } from '#server/seed/operator.ts'
import { codeAt } from '#tests/support/actors/authenticator.ts'
import operatorLog from '../../resources/operator/operator-log.ts'
import refusedSignIns from '../../resources/operator/refused-sign-ins.ts'
import { createTables, sampleRow } from '#tests/support/actors/collection-fixtures.ts'
import { testOperatorCollections } from '#tests/support/actors/test-collections.ts'
import { cellsOf, listCells } from '#tests/support/browser/tables.ts'
import { dialog, press, text, until, user } from '#tests/support/browser/user.ts'

const server = await startReferenceServer()
const collection = testOperatorCollections.everyOperatorKind
const page = list(collection, { route: 'operator/every-kind', menu: ['team', 10] })
const responses: { path: string; status: number }[] = []

beforeAll(async () => {
  const names = new Set(Object.keys(testOperatorCollections))
  const tables = Object.entries(collectionTables).filter(([name]) => names.has(name))
  await createTables(server.db, Object.fromEntries(tables))
  const { email, password, secret } = demoOperator
  const code = codeAt(secret, Date.now())
  signIn(await call(operatorSession.signIn, { email, password, code }))
  await call(collection.calls.create as Endpoint, sampleRow(collection, 1))
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const response = await realFetch(path, init)
    responses.push({ path: new URL(path, location.href).pathname, status: response.status })
    return response
  })
})
afterEach(cleanup)
afterAll(() => server.close())

async function open(route: string) {
  history.replaceState(null, '', `/${route}`)
  const App = await startOperatorApp({
    '/resources/operator/every-operator-kind.ts': { default: page },
    '/resources/operator/operator-log.ts': { default: operatorLog },
    '/resources/operator/refused-sign-ins.ts': { default: refusedSignIns },
  })
  await act(async () => void render(<App />))
}

test('an operators’ page with a field of every kind names its languages and stays signed in', async () => {
  await open('operator/every-kind')
  await until(() => text().includes('name 1'))
  await until(() => responses.some(({ path }) => path === `/api${operatorLanguages.list.path}`))
  await press('编辑：name 1')
  await until(() => dialog() !== null)
  await user.click(document.getElementById('everyOperatorKind-edit_language')!)
  await until(() => text().includes('tlh'))
  expect(responses.filter(({ status }) => status !== 200)).toEqual([])
  expect(isSignedIn()).toBe(true)
})

test('the operator log names the row by its title, the change by a verb, and flags by the field’s words', async () => {
  const { rows } = (await call(collection.calls.page as Endpoint, {})) as {
    rows: Record<string, unknown>[]
  }
  const { id, version } = rows[0]!
  const changed = { ...sampleRow(collection, 1), id, version, flag: 0 }
  await call(collection.calls.edit as Endpoint, changed)
  await call(collection.calls.remove as Endpoint, { id })
  await open('operator/operator-log')
  await until(() => text().includes('everyOperatorKind：删除'))
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headers.filter((name, at) => headers.indexOf(name) !== at)).toEqual([])
  expect(listCells()[0]).toContain(`everyOperatorKind“name 1”（编号${String(id)}）`)
  const [, shown] = screen.getAllByRole('button', { name: /查看变更/ })
  await user.click(shown!)
  const changes = () => within(dialog()!).queryAllByRole('table').flatMap(cellsOf)
  await until(() => dialog() !== null && changes().length > 0)
  expect(changes()).toContainEqual(['flag of everyOperatorKind', 'On', 'Off'])
})

test('a page whose code loads while it is rendered gives no warning', async () => {
  const logged = vi.spyOn(console, 'error')
  await open('operator/refused-sign-ins')
  await until(() => screen.queryAllByRole('table').length > 0)
  expect(logged.mock.calls.map(String).filter((message) => message.includes('use()'))).toEqual([])
})
