// @vitest-environment happy-dom
/** A page of the operators' console, against the server, while its code loads. */
import { cleanup, render, screen } from '@testing-library/react'
import { act } from 'react'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { call } from '#client/api/call.ts'
import { signIn } from '#client/session/session.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'
import { startOperatorApp } from '#operator/operator-app.tsx'
import { demoOperator } from '#server/seed/operator.ts'
import { codeAt } from '#tests/support/actors/authenticator.ts'
import refusedSignIns from '../../resources/operator/refused-sign-ins.ts'
import { until } from '#tests/support/browser/user.ts'

const server = await startReferenceServer()
afterEach(cleanup)
afterAll(() => server.close())

test('a page whose code loads while it is rendered gives no warning', async () => {
  const { email, password, secret } = demoOperator
  const code = codeAt(secret, Date.now())
  signIn(await call(operatorSession.signIn, { email, password, code }))
  const logged = vi.spyOn(console, 'error')
  history.replaceState(null, '', '/operator/refused-sign-ins')
  const App = await startOperatorApp({
    '/resources/operator/refused-sign-ins.ts': { default: refusedSignIns },
  })
  await act(async () => void render(<App />))
  await until(() => screen.queryAllByRole('table').length > 0)
  expect(logged.mock.calls.map(String).filter((message) => message.includes('use()'))).toEqual([])
})
