// @vitest-environment happy-dom
/** The page of an operators' collection with a field of every kind, against the server. */
import { cleanup, render } from '@testing-library/react'
import { act } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { call } from '#client/api/call.ts'
import { isSignedIn, signIn } from '#client/session/session.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorLanguages } from '#contract/operator/languages.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { startMockServer } from '#mocks/node.ts'
import { OperatorApp, loadOperatorApp } from '#operator/operator-app.tsx'
import { collectionTables } from '#server/features/collections/table.ts'
import { demoOperator } from '#server/seed/operator.ts'
import { codeAt } from '#tests/support/actors/authenticator.ts'
import { createTables, sampleRow } from '#tests/support/actors/collection-fixtures.ts'
import { testOperatorCollections } from '#tests/support/actors/test-collections.ts'
import { dialog, press, text, until, user } from '#tests/support/browser/user.ts'

vi.mock('#contract/operator/collections.ts', async (original) => {
  const { testOperatorCollections: more } =
    await import('#tests/support/actors/test-collections.ts')
  const known = await original<{ operatorCollections: object }>()
  return { ...known, operatorCollections: { ...known.operatorCollections, ...more } }
})
vi.mock('#locales/operator-collections.ts', async (original) => {
  const { testOperatorMessages: more } = await import('#tests/support/actors/test-collections.ts')
  const known = await original<{ zh: object; en: object }>()
  return { zh: { ...known.zh, ...more }, en: { ...known.en, ...more } }
})

const server = await startMockServer()
const collection = testOperatorCollections.everyOperatorKind
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

test('an operators’ page with a field of every kind names its languages and stays signed in', async () => {
  history.replaceState(null, '', `/${collection.config.screen!.route}`)
  const app = await loadOperatorApp({
    '/resources/operator/every-operator-kind.ts': { default: collection },
  })
  await act(async () => void render(<OperatorApp app={app} />))
  await until(() => text().includes('name 1'))
  await until(() => responses.some(({ path }) => path === `/api${operatorLanguages.list.path}`))
  await press('编辑：name 1')
  await until(() => dialog() !== null)
  await user.click(document.getElementById('everyOperatorKind-edit_language')!)
  await until(() => text().includes('tlh'))
  expect(responses.filter(({ status }) => status !== 200)).toEqual([])
  expect(isSignedIn()).toBe(true)
})
