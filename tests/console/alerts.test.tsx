// @vitest-environment happy-dom
/** Settings that were saved, but can’t be read again. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { alerts } from '#contract/alerts.ts'
import { balanceAlert } from '#contract/ledger.ts'
import { statementMail } from '#contract/statements.ts'
import { zh } from '#locales/alerts.ts'
import { zh as statements } from '#locales/statements.ts'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { apiError, stubResponses } from '#tests/support/browser/stub-responses.ts'
import { user } from '#tests/support/browser/user.ts'

await startConsoleServer()

/** From now on, the settings can’t be read; resolves once that was tried. */
function failReading() {
  let reads = 0
  const fail = () => {
    reads++
    return apiError('serverError', '出错')
  }
  const paths = [alerts.get, balanceAlert.get, statementMail.get].map(({ path }) => path)
  const restore = stubResponses(Object.fromEntries(paths.map((path) => [path, fail])))
  return { restore, untilRead: () => until(() => reads > 0) }
}
const isSaid = (text: string) => screen.queryAllByText(text).length > 0

test('settings of alerts are shown as they were saved, also if they can’t be read again', async () => {
  const pages = async () => ({
    '/resources/alerts.ts': await import('../../resources/alerts.ts'),
  })
  await openConsolePage('/UserCenterAlerts', { as: 'demo', with: pages })
  await call(alerts.saveQuietHours, { quietFrom: '22:00', quietUntil: '08:00' })
  await openConsolePage('/UserCenterAlerts', { as: 'demo', with: pages })
  const { kinds, means, quiet, saved, switch: switchName } = zh
  const fill = (text: string) =>
    text.replace('{{kind}}', kinds.lowBalance.title).replace('{{means}}', means.mail)
  const mail = () => screen.getByRole<HTMLInputElement>('switch', { name: fill(switchName) })
  await until(() => screen.queryAllByRole('switch').length > 0 && isSaid(quiet.clear))
  const { restore, untilRead } = failReading()
  const wasOn = mail().checked
  await user.click(mail())
  await until(() => isSaid(fill(wasOn ? saved.off : saved.on)))
  await untilRead()
  expect(mail().checked).toBe(!wasOn)
  const region = screen.getByRole('region', { name: quiet.title })
  await user.click(within(region).getByText(quiet.clear))
  await until(() => isSaid(quiet.cleared))
  expect(screen.getByLabelText<HTMLInputElement>(quiet.quietFrom).value).toBe('')
  expect(isSaid(quiet.clear)).toBe(false)
  restore()
})

test('the mail of statements is shown as it was saved, also if that can’t be read again', async () => {
  const pages = async () => ({
    '/resources/statements.ts': await import('../../resources/statements.ts'),
  })
  await openConsolePage('/UserCenterStatements', { as: 'demo', with: pages })
  const mail = () => screen.queryByRole<HTMLInputElement>('switch')
  await until(() => mail()?.disabled === false)
  const { restore, untilRead } = failReading()
  const wasOn = mail()!.checked
  await user.click(mail()!)
  await until(() =>
    isSaid(
      wasOn ? statements.mail.off : statements.mail.on.replace('{{email}}', 'demo@example.com'),
    ),
  )
  await untilRead()
  expect(mail()!.checked).toBe(!wasOn)
  restore()
})
