/**
 * The low-balance alert: one notice and one mail per crossing of the threshold, sent exactly once.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceAlert } from '#contract/ledger.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { mails, notices } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { startMailJob, sendDueMails } from '#server/platform/mail/outbox.ts'
import { createMailTransport } from '#server/platform/mail/transport.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { addMember, buyPackage } from '#tests/support/actors/memberships.ts'
import { signedIn, startServer, type TestServer } from '#tests/support/server/server.ts'
import { sendDueAlerts } from '#tests/support/server/alerts.ts'
import { smtpServer } from '#tests/support/server/mail.ts'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'yq-mail-'))
beforeAll(async () => {
  server = await startServer()
  await ensureCatalogue(server.database.db)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const fileSettings = {
  mailUrl: undefined,
  mailFrom: undefined,
  publicUrl: 'https://yiqiao.example',
  dataDir: folder,
}
async function createAccountGroup() {
  const { db } = server.database
  const group = await addAccountGroup(server, { quota: [{ chars: 1_000 }, {}] })
  const { main, asMain: owner } = group
  const sub = group.subs[0]!
  const amounts = (chars: number) => ({
    childUserId: sub.userId,
    changeCharNum: chars,
    changeVoiceNum: 0,
    changeImageNum: 0,
  })
  const ownerNotices = () =>
    db
      .select()
      .from(notices)
      .where(and(eq(notices.ownerId, main.ownerId), eq(notices.userId, main.userId)))
      .orderBy(asc(notices.seq))
  /** After the job has told what is due. */
  const queuedMails = async () => {
    await sendDueAlerts(server)
    return db.select().from(mails).where(eq(mails.to, main.account))
  }
  return {
    main,
    sub,
    owner,
    ownerNotices,
    queuedMails,
    distribute: (chars: number) => owner.call(subAccounts.distributeAll, amounts(chars)),
    reclaim: (chars: number) => owner.call(subAccounts.reclaim, amounts(chars)),
  }
}

test('the owner sets, reads and clears the threshold; a sub-account may do neither', async () => {
  const { owner, sub } = await createAccountGroup()
  const child = await signedIn(server, sub)
  const threshold = async () => (await owner.call(balanceAlert.get, {})).data
  expect(await threshold()).toEqual({ lowCharNum: null })
  expect((await owner.call(balanceAlert.save, { lowCharNum: 500 })).success).toBe(true)
  expect((await owner.call(balanceAlert.save, { lowCharNum: 400 })).success).toBe(true)
  expect(await threshold()).toEqual({ lowCharNum: 400 })
  expect(await child.refused(balanceAlert.save, { lowCharNum: 1 })).toMatchObject({
    code: 'notAllowed',
  })
  expect(await child.refused(balanceAlert.get, {})).toMatchObject({ code: 'notAllowed' })
  expect(await owner.refused(balanceAlert.save, { lowCharNum: -1 })).toMatchObject({
    code: 'invalid',
  })
  await owner.call(balanceAlert.save, {})
  expect(await threshold()).toEqual({ lowCharNum: null })
})

test('crossing the threshold notifies once in both languages, and again after rising above it', async () => {
  const { owner, distribute, reclaim, ownerNotices, queuedMails } = await createAccountGroup()
  await owner.call(balanceAlert.save, { lowCharNum: 500 })
  await distribute(500)
  expect(await ownerNotices()).toEqual([])
  await distribute(1)
  await distribute(100)
  expect(await ownerNotices()).toMatchObject([
    {
      seq: 1,
      type: 'lowBalance',
      level: 'warning',
      words: {
        zh: { title: '余额不足提醒', content: expect.stringContaining('剩余字符为499') as string },
        en: { content: expect.stringContaining('499 characters') as string },
      },
    },
  ])
  expect(await queuedMails()).toHaveLength(1)
  await reclaim(101)
  await distribute(1)
  await distribute(1)
  expect((await ownerNotices()).map(({ type }) => type)).toEqual([
    'lowBalance',
    'alertEnded',
    'lowBalance',
  ])
  await owner.call(balanceAlert.save, { lowCharNum: null })
  await reclaim(400)
  await distribute(500)
  expect(await ownerNotices()).toHaveLength(3)
})

test('a threshold above the present balance alerts at once, and only once', async () => {
  const { owner, distribute, reclaim, ownerNotices, queuedMails } = await createAccountGroup()
  await owner.call(balanceAlert.save, { lowCharNum: 1_000 })
  expect(await ownerNotices()).toEqual([])
  await owner.call(balanceAlert.save, { lowCharNum: 5_000 })
  await distribute(300)
  await owner.call(balanceAlert.save, { lowCharNum: 4_000 })
  expect(await ownerNotices()).toMatchObject([
    {
      type: 'lowBalance',
      words: { en: { content: expect.stringContaining('1,000 characters') as string } },
    },
  ])
  expect(await queuedMails()).toHaveLength(1)
  await owner.call(balanceAlert.save, { lowCharNum: 900 })
  await reclaim(300)
  expect((await ownerNotices()).map(({ type }) => type)).toEqual(['lowBalance', 'alertEnded'])
})

test('with a monthly plan no threshold alerts, until characters are bought that are below it', async () => {
  const { db } = server.database
  const { main } = await addMember(db, { groupId: '6' })
  const owner = await signedIn(server, main)
  const types = async () =>
    (await db.select().from(notices).where(eq(notices.ownerId, main.ownerId)))
      .map(({ type }) => type)
      .filter((type) => type === 'lowBalance')
  await owner.call(balanceAlert.save, { lowCharNum: 50_000_000 })
  expect(await types()).toEqual([])
  await buyPackage(server, main, '2')
  expect(await types()).toEqual(['lowBalance'])
  await buyPackage(server, main, '2')
  expect(await types()).toEqual(['lowBalance'])
})

test('twenty concurrent distributions across the threshold notify once', async () => {
  const { owner, distribute, ownerNotices, queuedMails } = await createAccountGroup()
  await owner.call(balanceAlert.save, { lowCharNum: 500 })
  await Promise.all(Array.from({ length: 20 }, () => distribute(40)))
  expect(await ownerNotices()).toHaveLength(1)
  expect(await queuedMails()).toHaveLength(1)
})

test('a refused distribution notifies nobody', async () => {
  const { owner, distribute, ownerNotices, queuedMails } = await createAccountGroup()
  await owner.call(balanceAlert.save, { lowCharNum: 500 })
  expect((await distribute(1_001)).success).toBe(false)
  expect([...(await ownerNotices()), ...(await queuedMails())]).toEqual([])
})

test('without a mail server each mail becomes one bilingual file, and is logged', async () => {
  const { main, owner, distribute, queuedMails } = await createAccountGroup()
  await owner.call(balanceAlert.save, { lowCharNum: 999 })
  // Leaves 998 characters.
  await distribute(2)
  const messages: string[] = []
  const transport = createMailTransport(fileSettings, (file) => messages.push(file))
  await sendDueAlerts(server)
  // As the mail jobs of three processes at once.
  await Promise.all(Array.from({ length: 3 }, () => sendDueMails(server.services, transport)))
  expect(await queuedMails()).toEqual([])
  const files = readdirSync(join(folder, 'outbox'))
  const ownFiles = files.filter((file) =>
    readFileSync(join(folder, 'outbox', file), 'utf8').includes(main.account),
  )
  expect(ownFiles).toHaveLength(1)
  expect(files.filter((file) => !file.endsWith('.eml'))).toEqual([])
  expect(messages.filter((file) => file.endsWith(ownFiles[0]!))).toHaveLength(1)
  const text = readFileSync(join(folder, 'outbox', ownFiles[0]!), 'utf8')
  expect(text).toMatch(/^From: .*<no-reply@yiqiao\.example>\r$/m)
  expect(text).toContain('Content-Type: text/plain; charset=utf-8')
  expect(text).toContain('Content-Type: text/html; charset=utf-8')
  expect(text.match(/^Message-ID: /gim)).toHaveLength(1)
})

test('a mail refused by SMTP is retried and sent once, with its first Message-ID', async () => {
  const { owner, distribute, queuedMails } = await createAccountGroup()
  await owner.call(balanceAlert.save, { lowCharNum: 999 })
  await distribute(2)
  const messageId = (await queuedMails())[0]!.messageId
  const smtp = await smtpServer()
  const transport = createMailTransport(
    { ...fileSettings, mailUrl: smtp.url, mailFrom: 'service@yiqiao.example' },
    () => {},
  )
  smtp.setBehaviour('defers mails')
  await sendDueMails(server.services, transport)
  // Not due again yet.
  await sendDueMails(server.services, transport)
  expect(await queuedMails()).toMatchObject([
    { tries: 1, failure: expect.stringContaining('451') as string },
  ])
  smtp.setBehaviour('accepts')
  server.passTime(31_000)
  await sendDueMails(server.services, transport)
  await sendDueMails(server.services, transport)
  expect(await queuedMails()).toEqual([])
  expect(smtp.received).toHaveLength(1)
  expect(smtp.received[0]).toContain(`Message-ID: <${messageId}@yiqiao.example>`)
  transport.close()
  await smtp.close()
})

test('the mail job sends queued mails and stops cleanly', async () => {
  const { owner, distribute, queuedMails } = await createAccountGroup()
  const job = startMailJob(
    server.services,
    createMailTransport(fileSettings, () => {}),
  )
  await owner.call(balanceAlert.save, { lowCharNum: 999 })
  await distribute(2)
  await expect.poll(async () => (await queuedMails()).length).toBe(0)
  await job.stop()
})
