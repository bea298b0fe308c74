/** `npm start` prints a working URL and accounts that can sign in. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '#tests/e2e/support/test.ts'

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
  origin: async ({ printed }, use) => use(/^\s*(http:\/\/\S+)\s*$/m.exec(printed)![1]!),
})

test.use({ lang: 'zh', locale: 'zh-CN' })

test('a user signs in at the printed URL with a printed account and sees the sub-accounts', async ({
  page,
  origin,
  printed,
  t,
}) => {
  test.slow()
  await page.goto(origin)
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
})
