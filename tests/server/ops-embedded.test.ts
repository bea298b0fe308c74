/** The operator command on the embedded database, with and without a running server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connectDatabase } from '#server/database.ts'
import { findServerPid } from '#server/platform/db/postmaster.ts'
import { createJsonLog } from '#server/platform/log.ts'
import { listPackagesOnSale } from '#server/features/packages/queries.ts'
import { ops, opsProcess } from '#tests/support/server/ops.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'yq-ops-'))
const env = { DATA_DIR: dataDir }
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('commands work beside a running server and start the database without one', async () => {
  const openDatabase = () =>
    connectDatabase(
      { databaseUrl: undefined, dataDir, production: false },
      createJsonLog(() => {}),
      () => {},
    )
  const price = async ({ reads }: Awaited<ReturnType<typeof openDatabase>>) =>
    (await listPackagesOnSale(reads)).find(({ id }) => id === '6')!.salePrice
  const server = await openDatabase()
  expect(await opsProcess(env, 'packages', 'change', '6', '--price', '149', '--yes')).toMatchObject(
    { code: 0, stderr: '' },
  )
  expect(await price(server)).toBe(14_900)
  await server.close()

  expect(await opsProcess(env, 'packages', 'change', '6', '--price', '139', '--yes')).toMatchObject(
    { code: 0, stderr: '' },
  )
  expect(findServerPid(join(dataDir, 'postgres', 'cluster'))).toBeFalsy()
  const reopened = await openDatabase()
  expect(await price(reopened)).toBe(13_900)
  const { stdout } = await ops(env, 'history', 'list', '--json')
  expect((JSON.parse(stdout) as unknown[]).length).toBe(2)
  const add = ['operators', 'add', 'li.lei@example.com', '--name', 'Li Lei', '--role', 'admin']
  expect(await ops(env, ...add)).toMatchObject({ code: 0, stderr: '' })
  await reopened.close()
})
