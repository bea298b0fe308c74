/**
 * The low-balance alert: once per crossing, as a notice and as a mail that is neither lost nor sent
 * twice.
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
import { mailTransport } from '#server/platform/mail/transport.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { signedIn, startServer, type TestServer } from '#tests/support/server/server.ts'
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

const asFiles = {
  mailUrl: undefined,
  mailFrom: undefined,
  publicUrl: 'https://yiqiao.example',
  dataDir: folder,
}
async function family(chars = 1_000) {
  const { db } = server.database
  const group = await addAccountGroup(server, { quota: [{ chars }, {}] })
  const { main, asMain: owner } = group
  const sub = group.subs[0]!
  const amounts = (chars: number) => ({
    childUserId: sub.userId,
    changeCharNum: chars,
    changeVoiceNum: 0,
    changeImageNum: 0,
  })
  const noticesOf = () =>
    db
      .select()
      .from(notices)
      .where(and(eq(notices.ownerId, main.ownerId), eq(notices.userId, main.userId)))
      .orderBy(asc(notices.seq))
  const queued = () => db.select().from(mails).where(eq(mails.to, main.account))
  return {
    main,
    sub,
    owner,
    noticesOf,
    queued,
    give: (chars: number) => owner.call(subAccounts.distributeAll, amounts(chars)),
    takeBack: (chars: number) => owner.call(subAccounts.reclaim, amounts(chars)),
  }
}

test('the owner sets the threshold, reads it and switches it off; a sub-account does neither', async () => {
  const { owner, sub } = await family()
  const child = await signedIn(server, sub)
  const set = async () => (await owner.call(balanceAlert.get, {})).data
  expect(await set()).toEqual({ lowCharNum: null })
  expect((await owner.call(balanceAlert.save, { lowCharNum: 500 })).success).toBe(true)
  expect((await owner.call(balanceAlert.save, { lowCharNum: 400 })).success).toBe(true)
  expect(await set()).toEqual({ lowCharNum: 400 })
  expect(await child.refused(balanceAlert.save, { lowCharNum: 1 })).toMatchObject({
    code: 'notAllowed',
  })
  expect(await child.refused(balanceAlert.get, {})).toMatchObject({ code: 'notAllowed' })
  expect(await owner.refused(balanceAlert.save, { lowCharNum: -1 })).toMatchObject({
    code: 'invalid',
  })
  await owner.call(balanceAlert.save, {})
  expect(await set()).toEqual({ lowCharNum: null })
})

test('crossing the threshold notifies once in both languages, and again after a recovery', async () => {
  const { owner, give, takeBack, noticesOf, queued } = await family()
  await owner.call(balanceAlert.save, { lowCharNum: 500 })
  await give(500)
  expect(await noticesOf()).toEqual([])
  await give(1)
  await give(100)
  expect(await noticesOf()).toMatchObject([
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
  expect(await queued()).toHaveLength(1)
  await takeBack(101)
  await give(1)
  await give(1)
  expect((await noticesOf()).map(({ seq }) => seq)).toEqual([1, 2])
  await owner.call(balanceAlert.save, { lowCharNum: null })
  await takeBack(400)
  await give(500)
  expect(await noticesOf()).toHaveLength(2)
})

test('twenty distributions at once that cross together tell once', async () => {
  const { owner, give, noticesOf, queued } = await family()
  await owner.call(balanceAlert.save, { lowCharNum: 500 })
  await Promise.all(Array.from({ length: 20 }, () => give(40)))
  expect(await noticesOf()).toHaveLength(1)
  expect(await queued()).toHaveLength(1)
})

test('a distribution that is refused tells nobody', async () => {
  const { owner, give, noticesOf, queued } = await family()
  await owner.call(balanceAlert.save, { lowCharNum: 500 })
  expect((await give(1_001)).success).toBe(false)
  expect([...(await noticesOf()), ...(await queued())]).toEqual([])
})

test('without a mail server each mail is one file in both languages, and is logged', async () => {
  const { main, owner, give, queued } = await family()
  await owner.call(balanceAlert.save, { lowCharNum: 999 })
  await give(2)
  const messages: string[] = []
  const transport = mailTransport(asFiles, (file) => messages.push(file))
  await Promise.all([
    sendDueMails(server.services, transport),
    sendDueMails(server.services, transport),
    sendDueMails(server.services, transport),
  ])
  expect(await queued()).toEqual([])
  const files = readdirSync(join(folder, 'outbox'))
  const mine = files.filter((file) =>
    readFileSync(join(folder, 'outbox', file), 'utf8').includes(main.account),
  )
  expect(mine).toHaveLength(1)
  expect(files.filter((file) => !file.endsWith('.eml'))).toEqual([])
  expect(messages.filter((file) => file.endsWith(mine[0]!))).toHaveLength(1)
  const text = readFileSync(join(folder, 'outbox', mine[0]!), 'utf8')
  expect(text).toMatch(/^From: .*<no-reply@yiqiao\.example>\r$/m)
  expect(text).toContain('Content-Type: text/plain; charset=utf-8')
  expect(text).toContain('Content-Type: text/html; charset=utf-8')
  expect(text.match(/^Message-ID: /gim)).toHaveLength(1)
})

test('by SMTP a mail waits while the server refuses it, then goes once under the Message-ID it always had', async () => {
  const { owner, give, queued } = await family()
  await owner.call(balanceAlert.save, { lowCharNum: 999 })
  await give(2)
  const messageId = (await queued())[0]!.messageId
  const smtp = await smtpServer()
  const transport = mailTransport(
    { ...asFiles, mailUrl: smtp.url, mailFrom: 'service@yiqiao.example' },
    () => {},
  )
  smtp.become('puts off')
  await sendDueMails(server.services, transport)
  await sendDueMails(server.services, transport)
  expect(await queued()).toMatchObject([
    { tries: 1, failure: expect.stringContaining('451') as string },
  ])
  smtp.become('takes')
  server.passTime(31_000)
  await sendDueMails(server.services, transport)
  await sendDueMails(server.services, transport)
  expect(await queued()).toEqual([])
  expect(smtp.received).toHaveLength(1)
  expect(smtp.received[0]).toContain(`Message-ID: <${messageId}@yiqiao.example>`)
  transport.close()
  await smtp.close()
})

test('a process that keeps mailing sends what is queued while it runs, and ends in order', async () => {
  const { owner, give, queued } = await family()
  const job = startMailJob(
    server.services,
    mailTransport(asFiles, () => {}),
  )
  await owner.call(balanceAlert.save, { lowCharNum: 999 })
  await give(2)
  await expect.poll(async () => (await queued()).length).toBe(0)
  await job.stop()
})
