/** Statements by mail: if the owner wants, once for each month, with the PDF, in one language first. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { statementMail } from '#contract/statements.ts'
import { users as userCalls } from '#contract/users.ts'
import { closeAllMonths } from '#server/features/statements/close-months.ts'
import { mailStatements } from '#server/features/statements/mail-statements.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { sendDueMails } from '#server/platform/mail/outbox.ts'
import { createMailTransport } from '#server/platform/mail/transport.ts'
import { mails, statementMails } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { password, type Person } from '#tests/support/actors/people.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { signedIn, signIn, startServer, type Lang } from '#tests/support/server/server.ts'

const zone = 'Asia/Shanghai'
const hour = 3_600_000
const first = await serverWithCatalogue()
const second = await startServer({}, first.database)
const folder = mkdtempSync(join(tmpdir(), 'yq-statements-'))
afterAll(async () => {
  await second.close()
  rmSync(folder, { recursive: true })
})
const { db } = first.database

const monthNow = () => formatWireTime(new Date(first.now()), zone).slice(0, 7)
function passMonth(after = hour + 1_000) {
  const [year = 0, month = 0] = monthNow().split('-').map(Number)
  const ms = Date.UTC(year, month, 1) - 8 * hour + after - first.now()
  first.passTime(ms)
  second.passTime(ms)
}
const site = { timeZone: zone, publicUrl: 'https://yiqiao.example' }
const runJobs = () =>
  Promise.all(
    [first, second, first, second].map(async ({ services }) => {
      await closeAllMonths(services, zone)
      await mailStatements(services, site)
    }),
  )
/** Those with a file: there are others, such as about a sign-in from a new address. */
const mailsTo = ({ account }: Person) =>
  db
    .select()
    .from(mails)
    .where(and(eq(mails.to, account), isNotNull(mails.attachments)))

async function newOwner(lang: Lang = 'zh-CN') {
  const { main } = await addAccountGroup(first, { quota: [{ chars: 1_000 }] })
  return { main, asMain: () => signIn(first, main.account, lang) }
}

test('without the setting nothing is mailed; with it, each month once, by whatever server', async () => {
  const { main, asMain } = await newOwner()
  expect((await (await asMain()).call(statementMail.get, {})).data).toEqual({ enabled: 0 })
  passMonth()
  await runJobs()
  expect(await mailsTo(main)).toEqual([])
  const owner = await asMain()
  await owner.call(statementMail.save, { enabled: 1 })
  await owner.call(statementMail.save, { enabled: 1 })
  expect((await owner.call(statementMail.get, {})).data).toEqual({ enabled: 1 })
  await runJobs()
  // The month before was over when it was turned on.
  expect(await mailsTo(main)).toEqual([])
  const month = monthNow()
  passMonth(hour - 60_000)
  await runJobs()
  expect(await mailsTo(main)).toEqual([])
  for (const server of [first, second]) server.passTime(2 * 60_000)
  await runJobs()
  await runJobs()
  const [mail, ...others] = await mailsTo(main)
  expect(others).toEqual([])
  const [year, number] = month.split('-').map(Number)
  expect(mail!.subject.startsWith(`${year}年${number}月对账单`)).toBe(true)
  expect(mail!.text).toContain('期末余额1,000字符')
  expect(mail!.attachments).toMatchObject([
    { name: expect.stringMatching(/^对账单_\d{4}-\d\d_.+\.pdf$/), type: 'application/pdf' },
  ])
  const off = await asMain()
  await off.call(statementMail.save, { enabled: 0 })
  passMonth()
  await runJobs()
  expect(await mailsTo(main)).toHaveLength(1)
})

test('months that were missed are mailed one by one, in the language of the setting', async () => {
  const { main, asMain } = await newOwner('en-US')
  await (await asMain()).call(statementMail.save, { enabled: 1 })
  passMonth()
  passMonth()
  await runJobs()
  const sent = await mailsTo(main)
  expect(sent).toHaveLength(2)
  expect(sent.every(({ subject }) => subject.startsWith('Statement of '))).toBe(true)
  expect(sent[0]!.text).toContain('Closing balance: 1,000 characters')
  expect(sent[0]!.text).toMatch(
    /Open the statement\nhttps:\/\/yiqiao\.example\/UserCenterStatement\?month=\d{4}-\d\d\n/,
  )
})

test('a statement that fails is mailed in the next round, before those of later months', async () => {
  const { main, asMain } = await newOwner('en-US')
  await (await asMain()).call(statementMail.save, { enabled: 1 })
  passMonth()
  passMonth()
  const failing = {
    ...first.services,
    drawStatement: () => Promise.reject(new Error('no memory')),
  }
  await closeAllMonths(failing, zone)
  await mailStatements(failing, site)
  expect(await mailsTo(main)).toEqual([])
  await runJobs()
  expect(await mailsTo(main)).toHaveLength(2)
})

test('the mail is sent with the file', async () => {
  const { main, asMain } = await newOwner('en-US')
  await (await asMain()).call(statementMail.save, { enabled: 1 })
  passMonth()
  await runJobs()
  const transport = createMailTransport(
    {
      mailUrl: undefined,
      mailFrom: undefined,
      publicUrl: 'https://yiqiao.example',
      dataDir: folder,
    },
    () => undefined,
  )
  await sendDueMails(first.services, transport)
  const files = readdirSync(join(folder, 'outbox')).map((name) =>
    readFileSync(join(folder, 'outbox', name), 'latin1'),
  )
  const source = files.find(
    (text) => text.includes(main.account) && text.includes('application/pdf'),
  )!
  const encoded = /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(
    source,
  )![1]!
  const pdf = await getDocumentProxy(new Uint8Array(Buffer.from(encoded, 'base64')))
  expect((await extractText(pdf, { mergePages: true })).text).toContain(main.account)
})

test('a sub-account has no such setting, and a cancelled account gets no statement', async () => {
  const { main, subs } = await addAccountGroup(first, { quota: [{ chars: 10 }, {}] })
  const asSub = await signedIn(first, subs[0]!)
  expect(await asSub.refused(statementMail.save, { enabled: 1 })).toMatchObject({
    code: 'notAllowed',
  })
  const owner = await signedIn(first, main)
  await owner.call(statementMail.save, { enabled: 1 })
  await owner.call(userCalls.cancel, { userPassword: password })
  expect(await db.$count(statementMails, eq(statementMails.ownerId, main.ownerId))).toBe(0)
  passMonth()
  await runJobs()
  expect(await mailsTo(main)).toEqual([])
})
