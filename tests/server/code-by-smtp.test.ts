/**
 * A code is mailed while its reader waits: when the mail server fails, that is reported at once and
 * costs nothing.
 */
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import { mailCodes, mails, users } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { mailNow } from '#server/platform/mail/mail.ts'
import { mailTransport } from '#server/platform/mail/transport.ts'
import { codeIn, readMail, smtpServer, type SmtpBehaviour } from '#tests/support/server/mail.ts'
import { password } from '#tests/support/actors/people.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { caller, startServer, type Lang, type TestServer } from '#tests/support/server/server.ts'

let database: Awaited<ReturnType<typeof freshDb>>
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await freshDb()
  await ensureCatalogue(database.db)
})
afterAll(async () => {
  for (const close of closing) await close()
  await database.close()
})

/** A product server that mails by a server in such a mood. */
async function mailingBy(mood: SmtpBehaviour) {
  const smtp = await smtpServer(mood)
  const server = await startingWith(smtp.url)
  closing.unshift(smtp.close)
  return { smtp, server }
}

async function startingWith(mailUrl: string): Promise<TestServer> {
  const settings = {
    mailUrl,
    mailFrom: 'service@yiqiao.example',
    publicUrl: undefined,
    dataDir: '',
  }
  const server = await startServer({}, database, {
    mailNow: mailNow(mailTransport(settings, () => {}, 'now')),
  })
  closing.unshift(server.close)
  return server
}

const visitor = (server: TestServer, lang: Lang = 'en-US') => caller(server, null, lang)
const codes = async () => (await database.db.select().from(mailCodes)).map(({ email }) => email)

test('it comes by SMTP under headers that keep automatic answers away, in both languages, and registers', async () => {
  const { smtp, server } = await mailingBy('takes')
  const account = 'smtp@example.com'
  expect((await visitor(server).call(login.sendVCode, { account })).success).toBe(true)
  const mail = readMail(smtp.received[0]!)
  expect(Object.fromEntries(mail.headers)).toMatchObject({
    to: account,
    'auto-submitted': 'auto-generated',
    'message-id': expect.stringMatching(/^<[\w-]{36}@yiqiao\.example>$/) as string,
    date: expect.stringMatching(/\d{4} \d\d:\d\d:\d\d \+0000$/) as string,
  })
  const vcode = codeIn(mail.text)
  expect(mail.subject).toContain(vcode)
  expect(mail.html).toContain(vcode)
  expect(
    (await visitor(server).call(login.register, { account, username: 'smtp', password, vcode }))
      .success,
  ).toBe(true)
  expect(await database.db.select().from(mails)).toEqual([])
})

test.each<[SmtpBehaviour, string]>([
  ['puts off', 'mailDown'],
  ['greylists', 'mailDown'],
  ['drops', 'mailDown'],
  ['knows nobody', 'addressRefused'],
])(
  'a mail server that %s: an error at once, no valid code, no limit used up',
  async (mood, code) => {
    const { smtp, server } = await mailingBy(mood)
    const account = `${mood.replace(' ', '')}@example.com`
    for (let n = 0; n < 12; n++)
      expect(await visitor(server).refused(login.sendVCode, { account })).toMatchObject({
        status: 200,
        code,
      })
    expect(await codes()).not.toContain(account)
    smtp.become('takes')
    expect((await visitor(server).call(login.sendVCode, { account })).success).toBe(true)
    expect(await visitor(server).refused(login.sendVCode, { account })).toMatchObject({
      code: 'tooManyRequests',
    })
    const vcode = codeIn(readMail(smtp.received[0]!).text)
    expect(
      (
        await visitor(server).call(login.register, {
          account,
          username: account.split('@')[0]!,
          password,
          vcode,
        })
      ).success,
    ).toBe(true)
  },
)

test('absent, silent and half-answering mail servers are given up in time', async () => {
  const gone = await smtpServer()
  await gone.close()
  const servers = [
    await startingWith(gone.url),
    (await mailingBy('is silent')).server,
    (await mailingBy('forgets to answer')).server,
  ]
  const outcomes = await Promise.all(
    servers.map((server, n) =>
      visitor(server, 'zh-CN').refused(login.sendVCode, { account: `late${n}@example.com` }),
    ),
  )
  expect(outcomes.map(({ code, msg }) => [code, msg])).toEqual(
    servers.map(() => ['mailDown', '邮件发送失败，请稍后再试']),
  )
  expect((await codes()).filter((email) => email.startsWith('late'))).toEqual([])
  expect(
    (await database.db.select().from(users)).filter(({ account }) => account.startsWith('late')),
  ).toEqual([])
})

test('a code mailed before stays good while the mail server is down', async () => {
  const { smtp, server } = await mailingBy('takes')
  const account = 'patient@example.com'
  await visitor(server).call(login.sendVCode, { account })
  smtp.become('puts off')
  server.passTime(61_000)
  expect(await visitor(server).refused(login.sendVCode, { account })).toMatchObject({
    code: 'mailDown',
  })
  const vcode = codeIn(readMail(smtp.received[0]!).text)
  expect(
    (await visitor(server).call(login.register, { account, username: 'patient', password, vcode }))
      .success,
  ).toBe(true)
})

test('who tries which addresses exist is held off, though every try was refused', async () => {
  const { server } = await mailingBy('knows nobody')
  const curious = visitor(server)
  for (let n = 0; n < 50; n++)
    expect(
      await curious.refused(login.sendVCode, { account: `guess${n}@example.com` }),
    ).toMatchObject({ code: 'addressRefused' })
  expect(await curious.refused(login.sendVCode, { account: 'guess@example.com' })).toMatchObject({
    status: 429,
  })
  const logged = server.lines().filter((line) => line.includes('code not mailed'))
  expect(logged).toHaveLength(50)
  expect(logged.filter((line) => line.includes('guess'))).toEqual([])
})

test('a transport that never ends is not waited for', async () => {
  vi.useFakeTimers()
  try {
    const sending = mailNow({ send: () => new Promise(() => {}), close: () => {} })({} as never)
    const outcomes = expect(sending).rejects.toThrow('longer than')
    await vi.advanceTimersByTimeAsync(10_000)
    await outcomes
  } finally {
    vi.useRealTimers()
  }
})

test.each(['a,b@example.com', '(1)me@example.com', 'me<x@example.com', '"me"@example.com'])(
  'no code is mailed to %s, which is no single address',
  async (account) => {
    const { smtp, server } = await mailingBy('takes')
    expect(await visitor(server).refused(login.sendVCode, { account })).toMatchObject({
      code: 'addressRefused',
    })
    expect(smtp.received).toEqual([])
  },
)

test.each(['', '?requireTLS=false', '?ignoreTLS=true', '?opportunisticTLS=true'])(
  'in production a code never goes to a remote server that offers no encryption, whatever the address adds (%s)',
  async (query) => {
    const remote = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')
    const smtp = await smtpServer('takes', remote?.address ?? '127.0.0.1')
    const address = remote ? smtp.url : smtp.url.replace('127.0.0.1', 'localhost.localdomain')
    const settings = {
      mailUrl: address + query,
      mailFrom: 'service@yiqiao.example',
      publicUrl: undefined,
      dataDir: '',
      production: true,
    }
    const server = await startServer({}, database, {
      mailNow: mailNow(mailTransport(settings, () => {}, 'now')),
    })
    const account = `wire${query.replace(/\W/g, '')}@example.com`
    expect(await visitor(server).refused(login.sendVCode, { account })).toMatchObject({
      code: 'mailDown',
    })
    expect(smtp.commands.map((line) => line.split(' ')[0])).not.toContain('MAIL')
    if (remote) expect(smtp.commands).toContain('STARTTLS')
    expect(smtp.received).toEqual([])
    await server.close()
    await smtp.close()
  },
)
