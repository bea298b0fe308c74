/** `npm start` prints a working URL and accounts that can sign in. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { expectNoErrors } from '#tests/e2e/support/expect-no-errors.ts'
import { messagesIn } from '#tests/e2e/support/messages.ts'

const test = base.extend<{ printed: string }>({
  printed: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'yq-start-'))
    const server = spawn(process.execPath, ['src/commands/start.mjs'], {
      env: { ...process.env, PORT: '0', DATA_DIR: folder, DATABASE_URL: '', APP_MODE: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    server.stdout.on('data', (part: Buffer) => (printed += String(part)))
    await expect.poll(() => printed, { timeout: 60_000 }).toContain('Ctrl-C')
    await use(printed)
    server.kill('SIGTERM')
    await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  },
})

test('a user signs in at the printed URL with a printed account and sees the sub-accounts', async ({
  page,
  context,
  printed,
}) => {
  test.slow()
  const t = messagesIn('zh')
  const address = /^\s*(http:\/\/\S+)\s*$/m.exec(printed)![1]!
  const errorWatch = expectNoErrors(address)
  errorWatch.watch(context)
  await page.goto(address)
  await page
    .getByRole('link', { name: t('frame.nav.login'), exact: true })
    .first()
    .click()
  await page.getByLabel(t('landing.login.account')).fill(/\S+@\S+/.exec(printed)![0])
  await page
    .getByLabel(t('fields.password'), { exact: true })
    .fill(/password (\S+?):/.exec(printed)![1]!)
  await page.getByRole('button', { name: t('landing.login.submit'), exact: true }).click()
  await page.getByRole('link', { name: t('frame.nav.console'), exact: true }).click()
  await page
    .getByRole('navigation', { name: t('shell.menu') })
    .getByRole('link', { name: t('resources.subAccounts.title') })
    .click()
  await expect(page.getByRole('navigation', { name: t('crud.pager.label') })).toContainText('26')
  expect(errorWatch.unexpected()).toEqual([])
})
