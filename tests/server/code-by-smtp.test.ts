/**
 * Codes mailed by SMTP while the user waits: a failure is reported at once and consumes no limit.
 */
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import { mailCodes, mails, users } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { createMailNow } from '#server/platform/mail/mail.ts'
import { createMailTransport } from '#server/platform/mail/transport.ts'
import { codeIn, readMail, smtpServer, type SmtpBehaviour } from '#tests/support/server/mail.ts'
import { password } from '#tests/support/actors/people.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { caller, startServer, type Lang, type TestServer } from '#tests/support/server/server.ts'

let database: Awaited<ReturnType<typeof freshDb>>
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await freshDb()
  await ensureCatalogue(database.db)
})
afterAll(async () => {
  for (const close of closers) await close()
  await database.close()
})

/** Starts an SMTP server with that behaviour, and a product server that mails through it. */
async function startWithSmtp(behaviour: SmtpBehaviour) {
  const smtp = await smtpServer(behaviour)
  const server = await startWithMailUrl(smtp.url)
  closers.unshift(smtp.close)
  return { smtp, server }
}

async function startWithMailUrl(mailUrl: string): Promise<TestServer> {
  const settings = {
    mailUrl,
    mailFrom: 'service@yiqiao.example',
    publicUrl: undefined,
    dataDir: '',
  }
  const server = await startServer({}, database, {
    mailNow: createMailNow(createMailTransport(settings, () => {}, 'now')),
  })
  closers.unshift(server.close)
  return server
}

const visitor = (server: TestServer, lang: Lang = 'en-US') => caller(server, null, lang)
const codeAddresses = async () =>
  (await database.db.select().from(mailCodes)).map(({ email }) => email)

test('a code mailed by SMTP registers, and its headers suppress automatic replies', async () => {
  const { smtp, server } = await startWithSmtp('accepts')
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
  ['defers mails', 'mailDown'],
  ['greylists', 'mailDown'],
  ['disconnects', 'mailDown'],
  ['rejects recipients', 'addressRefused'],
])(
  'a mail server that %s: an error at once, no valid code, no limit consumed',
  async (behaviour, code) => {
    const { smtp, server } = await startWithSmtp(behaviour)
    const account = `${behaviour.replace(' ', '')}@example.com`
    for (let n = 0; n < 12; n++)
      expect(await visitor(server).refused(login.sendVCode, { account })).toMatchObject({
        status: 200,
        code,
      })
    expect(await codeAddresses()).not.toContain(account)
    smtp.setBehaviour('accepts')
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

test('a mail server that is absent, silent or never confirms leads to an error in time', async () => {
  const stopped = await smtpServer()
  await stopped.close()
  const servers = [
    await startWithMailUrl(stopped.url),
    (await startWithSmtp('never responds')).server,
    (await startWithSmtp('never confirms')).server,
  ]
  const outcomes = await Promise.all(
    servers.map((server, n) =>
      visitor(server, 'zh-CN').refused(login.sendVCode, { account: `late${n}@example.com` }),
    ),
  )
  expect(outcomes.map(({ code, msg }) => [code, msg])).toEqual(
    servers.map(() => ['mailDown', '邮件发送失败，请稍后再试']),
  )
  expect((await codeAddresses()).filter((email) => email.startsWith('late'))).toEqual([])
  expect(
    (await database.db.select().from(users)).filter(({ account }) => account.startsWith('late')),
  ).toEqual([])
})

test('a code mailed earlier stays valid while the mail server is down', async () => {
  const { smtp, server } = await startWithSmtp('accepts')
  const account = 'patient@example.com'
  await visitor(server).call(login.sendVCode, { account })
  smtp.setBehaviour('defers mails')
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

test('probing which addresses exist is throttled, though every attempt was refused', async () => {
  const { server } = await startWithSmtp('rejects recipients')
  const prober = visitor(server)
  for (let n = 0; n < 50; n++)
    expect(
      await prober.refused(login.sendVCode, { account: `guess${n}@example.com` }),
    ).toMatchObject({ code: 'addressRefused' })
  expect(await prober.refused(login.sendVCode, { account: 'guess@example.com' })).toMatchObject({
    status: 429,
  })
  const logged = server.lines().filter((line) => line.includes('code not mailed'))
  expect(logged).toHaveLength(50)
  expect(logged.filter((line) => line.includes('guess'))).toEqual([])
})

test('a mail transport that never responds times out after ten seconds', async () => {
  vi.useFakeTimers()
  try {
    const sending = createMailNow({ send: () => new Promise(() => {}), close: () => {} })(
      {} as never,
    )
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
    const { smtp, server } = await startWithSmtp('accepts')
    expect(await visitor(server).refused(login.sendVCode, { account })).toMatchObject({
      code: 'addressRefused',
    })
    expect(smtp.received).toEqual([])
  },
)

test.each(['', '?requireTLS=false', '?ignoreTLS=true', '?opportunisticTLS=true'])(
  'in production no code is sent to a remote server without encryption, URL options aside (%s)',
  async (query) => {
    const remote = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')
    const smtp = await smtpServer('accepts', remote?.address ?? '127.0.0.1')
    const address = remote ? smtp.url : smtp.url.replace('127.0.0.1', 'localhost.localdomain')
    const settings = {
      mailUrl: address + query,
      mailFrom: 'service@yiqiao.example',
      publicUrl: undefined,
      dataDir: '',
      production: true,
    }
    const server = await startServer({}, database, {
      mailNow: createMailNow(createMailTransport(settings, () => {}, 'now')),
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
