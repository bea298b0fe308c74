/** The whole product on a free port: the built pages and the real server, over a database of its own that holds the demo. */
import { login, type Session } from '#contract/login.ts'
import { serveStatic } from '@hono/node-server/serve-static'
import { createApp } from '#server/app.ts'
import { listen } from '#server/listen.ts'
import { jsonLog } from '#server/log.ts'
import { nodeCrypto } from '#server/node-crypto.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrationsOnDisk } from '#server/db/migrations-on-disk.ts'
import { openDb } from '#server/db/open.ts'
import { ensureCatalogue } from '#server/db/seed/catalogue.ts'
import { seedDemo } from '#server/db/seed/demo.ts'
import type { Services } from '#server/services.ts'
import { freshUrl } from '#tests/support/postgres.ts'

const settings = { production: false, timeZone: 'Asia/Shanghai', allowedOrigins: [], trustedProxies: 0 }

const template = 'TEST_DEMO'

/** Fills the database that every product starts with a copy of. */
export async function prepareDemo(): Promise<void> {
  const url = await freshUrl()
  const { db, close } = openDb(url, { connections: 1 })
  await migrate(db, migrationsOnDisk())
  await ensureCatalogue(db)
  await seedDemo(db, { now: new Date(), hashPassword: nodeCrypto.hashPassword, busy: 0.1 })
  await close()
  process.env[template] = /@\/(\w+)\?/.exec(url)![1]
}

export type Product = Awaited<ReturnType<typeof startProduct>>

export async function startProduct() {
  const database = openDb(await freshUrl(process.env[template]), { connections: 4 })
  let log = ''
  const services: Services = {
    db: database.db,
    ping: database.ping,
    settings,
    log: jsonLog((lines) => (log += lines)),
    clock: () => new Date(),
    crypto: nodeCrypto,
  }
  const app = createApp(services)
  app.use('*', serveStatic({ root: './dist/web' }))
  app.get('*', serveStatic({ path: './dist/web/index.html' }))
  const listening = await listen(app, { host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${listening.port}`
  return {
    origin,
    /** Tells the session that signing in as somebody gives. */
    async signIn(account: string, password: string): Promise<Session> {
      const { data, msg } = await post<Session | null>(`${origin}/api${login.login.path}`, { account, password })
      if (!data) throw new Error(msg)
      return data
    },
    /** What the server logged as a bug of its own. */
    bugs: () => {
      services.log.flush()
      return log.split('\n').filter((line) => line.includes('"level":"error"'))
    },
    async close() {
      await listening.close()
      await database.close()
    },
  }
}

async function post<D>(url: string, body: unknown): Promise<{ data: D; msg: string }> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return response.json() as Promise<{ data: D; msg: string }>
}
