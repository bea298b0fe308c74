/**
 * A server killed while it translates a document: another one goes on, and the document is charged
 * once.
 */
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { balances, channels, documentJobs, translationLog, users } from '#server/schema.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { openDb } from '#server/platform/db/open.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { demoDatabase } from '#tests/support/server/demo-database.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'
import { vendorServer } from '#tests/support/gateways/translation-vendors.ts'

const servers: ServerProcess[] = []
let closeVendor = async () => {}
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')))
  await closeVendor()
})

test(
  'a document whose server is killed is finished by another one and charged once',
  { timeout: 180_000 },
  async () => {
    let markCalled = () => {}
    const vendorCalled = new Promise<void>((resolve) => (markCalled = resolve))
    let isHeld = true
    const vendor = await vendorServer(({ body }) => (response) => {
      if (isHeld) return markCalled()
      const { q } = JSON.parse(body) as { q: string[] }
      const translations = q.map((text) => ({ translatedText: text.toUpperCase() }))
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data: { translations } }))
    })
    closeVendor = vendor.close
    const env = {
      ...(await demoDatabase()),
      GOOGLE_TRANSLATE_KEY: 'x',
      GOOGLE_TRANSLATE_URL: vendor.url,
    }
    const start = async () => {
      const server = serverProcess(env)
      servers.push(server)
      return { server, address: await server.address() }
    }
    const first = await start()
    const { db, close } = openDb(env.DATABASE_URL, { connections: 2 })
    const [person] = await db
      .select({ ownerId: users.ownerId, userId: users.userId })
      .from(users)
      .where(eq(users.account, demoAccounts.demo))
    const { ownerId, userId } = person!
    const [google] = await db.select().from(channels).where(eq(channels.engine, 'google')).limit(1)
    const key = await addKey(db, person!, { tranChannelId: google!.id })
    const storedBalance = async () =>
      (await db.select().from(balances).where(eq(balances.userId, userId)))[0]!
    const before = await storedBalance()

    const form = new FormData()
    form.set('file', new File(['one\n\ntwo\n'], 'a.txt'))
    form.set('source_lang', 'EN')
    form.set('target_lang', 'FR')
    const headers = { authorization: `DeepL-Auth-Key ${key}` }
    const call = async (address: string, path: string, body: BodyInit) =>
      fetch(`${address}/v2/document${path}`, {
        method: 'POST',
        headers:
          body instanceof FormData ? headers : { ...headers, 'content-type': 'application/json' },
        body,
      })
    const uploaded = await call(first.address, '', form)
    const handle = (await uploaded.json()) as { document_id: string; document_key: string }
    expect(uploaded.status, JSON.stringify(handle)).toBe(200)
    const isJob = and(
      eq(documentJobs.ownerId, ownerId),
      eq(documentJobs.documentId, handle.document_id),
    )
    await vendorCalled
    const [job] = await db.select().from(documentJobs).where(isJob)
    const second = await start()
    await first.server.end('SIGKILL')
    isHeld = false
    // The lease of the dead process ends.
    await db
      .update(documentJobs)
      .set({ leasedUntil: new Date(0) })
      .where(isJob)

    const ask = (path: string) => {
      const { document_key } = handle
      return call(second.address, `/${handle.document_id}${path}`, JSON.stringify({ document_key }))
    }
    const readStatus = async () =>
      (await (await ask('')).json()) as { status: string; billed_characters?: number }
    await expect.poll(async () => (await readStatus()).status, { timeout: 60_000 }).toBe('done')
    // In characters of the account’s channel, which costs less than the key’s.
    const { billed_characters: price } = await readStatus()
    expect(price).toBeGreaterThan(6)
    expect(await (await ask('/result')).text()).toBe('ONE\n\nTWO\n')
    const logged = await db
      .select()
      .from(translationLog)
      .where(and(eq(translationLog.ownerId, ownerId), eq(translationLog.keyId, job!.keyId!)))
    expect(logged).toMatchObject([{ chars: price }])
    const after = await storedBalance()
    expect(before.chars - after.chars).toBe(price)
    expect(after).toMatchObject({ reservedChars: 0, translating: 0 })
    expect(await discrepancies(db)).toEqual([])
    await close()
  },
)
