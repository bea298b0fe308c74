/** Complete product on a free port: built pages, real server and demo database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '#contract/login.ts'
import type { OperatorRole } from '#contract/operator/roles.ts'
import type { Session } from '#contract/sign-in.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb } from '#server/platform/db/open.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { demoPassword, seedDemo } from '#server/seed/demo.ts'
import { ensureDemoOperator } from '#server/seed/operator.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import { createMailNow } from '#server/platform/mail/mail.ts'
import { createMailTransport } from '#server/platform/mail/transport.ts'
import { outbox } from '#tests/support/server/mail.ts'
import { dropDb, freshUrl, nameIn } from '#tests/support/server/postgres.ts'
import { caller, startServer, testEncryption, type Caller } from '#tests/support/server/server.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'

const templateVariable = 'TEST_DEMO'

/** Creates the template database that every product copies. Requires a running PostgreSQL. */
export async function prepareDemo(): Promise<void> {
  const url = await freshUrl()
  const { db, close } = openDb(url, { connections: 1 })
  await migrate(db, migrationsOnDisk())
  await ensureCatalogue(db)
  await seedDemo(db, { now: new Date(), ...testCrypto, busy: 0.1 })
  await ensureDemoOperator(db, {
    now: new Date(),
    hashPassword: testCrypto.hashPassword,
    encryption: testEncryption,
  })
  await close()
  process.env[templateVariable] = nameIn(url)
}

export type Product = Awaited<ReturnType<typeof startProduct>>

/** `pages`: folder of the built front end, by default the last build; `port`: 0 for a free one. */
export async function startProduct({
  pages = 'dist/web',
  port = 0,
}: { pages?: string; port?: number } = {}) {
  const url = await freshUrl(process.env[templateVariable])
  const database = { ...openDb(url, { connections: 4 }), url }
  const dataDir = await mkdtemp(join(tmpdir(), 'yq-outbox-'))
  const outboxTransport = createMailTransport(
    { mailUrl: undefined, mailFrom: undefined, publicUrl: undefined, dataDir },
    () => {},
  )
  let mailDown = false
  const writeToOutbox = createMailNow(outboxTransport)
  const server = await startServer({ trustedProxies: 0 }, database, {
    pages,
    port,
    mailNow: (mail) => (mailDown ? Promise.reject(new Error('451 not now')) : writeToOutbox(mail)),
  })
  const signIn = async (account: string): Promise<Session> => {
    const { success, data, msg } = await caller(server, null).call(login.login, {
      account,
      password: demoPassword,
    })
    if (!success) throw new Error(msg)
    return data
  }
  return {
    origin: server.origin,
    services: server.services,
    /** Mails sent immediately, written as files. */
    outbox: outbox(dataDir),
    /** Makes the mail server fail, or work again. */
    breakMail: (isDown: boolean) => (mailDown = isDown),
    api: server.api,
    /** Returns the session of a demo account. */
    signIn,
    /** API caller of a visitor. */
    visitor: (): Caller => caller(server, null),
    /** Signed-in API caller without a browser. */
    caller: async (account: string): Promise<Caller> => caller(server, await signIn(account)),
    /** Signed-in API caller of a new operator. */
    operator: (role?: OperatorRole): Promise<Caller> => newOperator(server, role),
    /** All log lines. */
    logLines: server.lines,
    /** Log lines of level error. */
    errorLogLines: () => server.lines().filter((line) => line.includes('"level":"error"')),
    async close() {
      await server.close()
      await database.close()
      await dropDb(url)
      await rm(dataDir, { recursive: true })
    },
  }
}
