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
  const add = ['operators', 'add', 'li.lei@example.com', '--name', 'Li Lei', '--role', 'admin']
  expect(await ops(env, ...add)).toMatchObject({ code: 0, stderr: '' })
  const setPrice = async (yuan: string) => {
    const edit = ['packages', 'edit', '--operator', 'Li Lei', '--id', '6', '--salePrice', yuan]
    expect(await opsProcess(env, ...edit)).toMatchObject({ code: 0, stderr: '' })
  }
  await setPrice('149')
  expect(await price(server)).toBe(14_900)
  await server.close()

  await setPrice('139')
  expect(findServerPid(join(dataDir, 'postgres', 'cluster'))).toBeFalsy()
  const reopened = await openDatabase()
  expect(await price(reopened)).toBe(13_900)
  await reopened.close()
})
