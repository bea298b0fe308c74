/** Group robots: each vendor's body and signature, their refusals, bundles, and what is kept secret. */
import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { alerts } from '#contract/alerts.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { balanceAlert } from '#contract/ledger.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { webhookDeliveries, webhooks, type RobotFormat } from '#contract/webhooks.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { recordEvent } from '#server/features/webhooks/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { publicUrl, sendDueAlerts } from '#tests/support/server/alerts.ts'
import { startServer } from '#tests/support/server/server.ts'
import { testWords } from '#tests/support/server/webhook-accounts.ts'
import { deliverDue, webhookReceiver } from '#tests/support/server/webhook-receiver.ts'

const server = await startServer({ allowsLocalWebhooks: true })
await ensureCatalogue(server.database.db)
afterAll(() => server.close())

const secret = 'SEC0123456789abcdef'
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

type Body = {
  text?: { content: string }
  content?: { post: { zh_cn: { title: string; content: { tag: string; text: string }[][] } } }
  timestamp?: string
  sign?: string
}

/** What a vendor does: verifies the signature and answers 200 with its code. */
const vendors: Record<
  RobotFormat,
  {
    verify: (url: URL, body: Body) => boolean
    text: (body: Body) => string
    ok: string
    no: string
  }
> = {
  wecom: {
    verify: (url) => url.searchParams.get('key') === 'token',
    text: ({ text }) => text!.content,
    ok: '{"errcode":0,"errmsg":"ok"}',
    no: '{"errcode":45009,"errmsg":"api freq out of limit"}',
  },
  dingtalk: {
    verify: (url) =>
      url.searchParams.get('key') === 'token' &&
      Math.abs(Number(url.searchParams.get('timestamp')) - server.now()) < 3_600_000 &&
      url.searchParams.get('sign') ===
        hmac(secret, `${url.searchParams.get('timestamp')}\n${secret}`),
    text: ({ text }) => text!.content,
    ok: '{"errcode":0,"errmsg":"ok"}',
    no: '{"errcode":310000,"errmsg":"sign not match"}',
  },
  feishu: {
    verify: (_, { timestamp, sign }) =>
      Math.abs(Number(timestamp) * 1_000 - server.now()) < 3_600_000 &&
      sign === hmac(`${timestamp}\n${secret}`, ''),
    text: ({ content }) => {
      const { title, content: lines } = content!.post.zh_cn
      return [title, ...lines.flat().map(({ text }) => text)].join('\n')
    },
    ok: '{"code":0,"data":{},"msg":"success"}',
    no: '{"code":19021,"data":{},"msg":"sign match fail or timestamp is not within one hour"}',
  },
}
const formats = Object.keys(vendors) as RobotFormat[]

async function newRobot(format: RobotFormat, language: 'zh' | 'en' = 'en') {
  const { verify, text, ok, no } = vendors[format]
  const messages: string[] = []
  let isBusy = false
  const receiver = await webhookReceiver((response, request) => {
    const body = JSON.parse(request.body) as Body
    const accepts = !isBusy && verify(new URL(request.url, 'http://localhost'), body)
    if (accepts) messages.push(text(body))
    response.writeHead(200, { 'content-type': 'application/json' }).end(accepts ? ok : no)
  })
  const group = await addAccountGroup(server, { quota: [{ chars: 1_000 }, {}] })
  const { data } = await group.asMain.call(webhooks.calls.addRobot, {
    format,
    name: 'Finance',
    url: `${receiver.url}?key=token`,
    language,
    events: ['balanceLow', 'keyExpiring'],
    ...(format !== 'wecom' && { robotSecret: secret }),
  })
  const { ownerId } = group.main
  return {
    ...group,
    id: data.id,
    receiver,
    messages,
    setBusy: (flag: boolean) => (isBusy = flag),
    deliveries: async () =>
      (await group.asMain.call(webhookDeliveries.calls.page, { pageSize: 50 })).data.rows,
    record: (name: string) =>
      transaction(server.database.db, (tx) =>
        recordEvent(
          tx,
          ownerId,
          {
            event: 'keyExpiring',
            data: { keyId: '1', name, lastDay: '2027-01-01', daysLeft: 7 },
            words: { ...testWords, en: { title: `Key ${name}`, content: 'It ends.' } },
            path: '/UserCenterApiKeys#1',
          },
          server.services.clock(),
        ),
      ),
  }
}
const moveDown = (group: Awaited<ReturnType<typeof newRobot>>, chars: number) =>
  group.asMain.call(subAccounts.distributeAll, {
    childUserId: group.subs[0]!.userId,
    changeCharNum: chars,
    changeVoiceNum: 0,
    changeImageNum: 0,
  })

test.for(formats)('%s gets an alert in its format, signed, with the link, once', async (format) => {
  const robot = await newRobot(format)
  await robot.asMain.call(balanceAlert.save, { lowCharNum: 500 })
  await moveDown(robot, 600)
  await sendDueAlerts(server)
  await sendDueAlerts(server)
  await deliverDue(server, { publicUrl })
  expect(robot.messages).toHaveLength(1)
  expect(robot.messages[0]).toContain('Your balance is low')
  expect(robot.messages[0]).toContain('400 characters')
  expect(robot.messages[0]).toContain(`${publicUrl}/UserCenterRecharge?pay=last`)
  expect(robot.messages[0]).toContain('Yiqiao')
  expect(await robot.deliveries()).toMatchObject([{ state: 'delivered', answerStatus: 200 }])
  await robot.receiver.close()
})

test.for(formats)(
  '%s refuses with status 200: the reason is kept, and it is tried again',
  async (format) => {
    const robot = await newRobot(format)
    robot.setBusy(true)
    await robot.record('a')
    await deliverDue(server)
    expect(await robot.deliveries()).toMatchObject([
      { state: 'waiting', attempts: 1, failure: 'refused', answer: vendors[format].no },
    ])
    robot.setBusy(false)
    server.passTime(15_000)
    await deliverDue(server)
    expect(await robot.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }])
    expect(robot.messages).toHaveLength(1)
    await robot.receiver.close()
  },
)

test('many events that wait for a robot are few messages; each has its own delivery', async () => {
  const robot = await newRobot('wecom')
  const count = 2 * businessLimits.webhooks.robotBundle
  for (let at = 0; at < count; at++) await robot.record(`n${at}`)
  await deliverDue(server, { publicUrl })
  expect(robot.messages).toHaveLength(2)
  for (let at = 0; at < count; at++)
    expect(robot.messages.join('\n')).toMatch(new RegExp(`n${at}\\b`))
  const rows = await robot.deliveries()
  expect(rows.map(({ state }) => state)).toEqual(Array(count).fill('delivered'))
  for (const message of robot.messages)
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(2_048)
  await robot.receiver.close()
})

test('a test says whether the robot took it; an answer that is no JSON is a refusal', async () => {
  const robot = await newRobot('feishu', 'zh')
  const sendTest = async () =>
    (await robot.asMain.call(webhooks.calls.sendTest, { id: robot.id })).data.deliveryId
  const outcomeOf = async (id: string | number) =>
    (await robot.asMain.call(webhookDeliveries.calls.get, { id })).data
  const accepted = await sendTest()
  await deliverDue(server)
  expect(await outcomeOf(accepted)).toMatchObject({ state: 'delivered' })
  expect(robot.messages[0]).toContain('测试消息')
  robot.receiver.answerWith(200, '<html>')
  const refused = await sendTest()
  await deliverDue(server)
  expect(await outcomeOf(refused)).toMatchObject({ state: 'failed', failure: 'refused' })
  await robot.receiver.close()
})

test('in quiet hours robots wait, programs do not', async () => {
  const robot = await newRobot('dingtalk')
  const program = await webhookReceiver()
  await robot.asMain.call(webhooks.calls.register, {
    name: 'Program',
    url: program.url,
    events: ['balanceLow'],
  })
  const clockIn = (hours: number) =>
    formatWireTime(new Date(server.now() + hours * 3_600_000), 'Asia/Shanghai').slice(11, 16)
  await robot.asMain.call(alerts.saveQuietHours, { quietFrom: clockIn(-1), quietUntil: clockIn(1) })
  await robot.asMain.call(balanceAlert.save, { lowCharNum: 500 })
  await moveDown(robot, 600)
  await sendDueAlerts(server)
  await deliverDue(server)
  expect([robot.messages.length, program.received.length]).toEqual([0, 1])
  server.passTime(3_600_000)
  await sendDueAlerts(server)
  await deliverDue(server)
  expect([robot.messages.length, program.received.length]).toEqual([1, 1])
  await Promise.all([robot.receiver.close(), program.close()])
})

test.for([
  ['wecom', 'https://example.com/cgi-bin/webhook/send?key=1'],
  ['wecom', 'https://oapi.dingtalk.com/robot/send?access_token=1'],
  ['dingtalk', 'https://oapi.dingtalk.com.example.com/robot/send?access_token=1'],
  ['dingtalk', 'https://oapi.dingtalk.com:8443/robot/send?access_token=1'],
  ['feishu', 'https://open.feishu.cn/robot/send?access_token=1'],
  ['feishu', 'http://open.feishu.cn/open-apis/bot/v2/hook/1'],
] as const)('a %s robot may not be at %s, neither when added nor later', async ([format, url]) => {
  const { asMain } = await addAccountGroup(server)
  const robot = { format, name: 'Robot', language: 'zh', events: ['balanceLow'] } as const
  const add = (address: string) => ({ ...robot, url: address, events: [...robot.events] })
  const refused = await asMain.refused(webhooks.calls.addRobot, add(url))
  expect(Object.keys(refused.fields ?? {})).toEqual(['url'])
  const own = {
    wecom: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1',
    dingtalk: 'https://oapi.dingtalk.com/robot/send?access_token=1',
    feishu: 'https://open.feishu.cn/open-apis/bot/v2/hook/1',
  }[format]
  await asMain.call(webhooks.calls.addRobot, add(own))
  const [row] = (await asMain.call(webhooks.calls.page, {})).data.rows
  const later = await asMain.refused(webhooks.calls.edit, { ...row!, url })
  expect(Object.keys(later.fields ?? {})).toEqual(['url'])
})

test('a robot’s secret is in no answer, its language can be changed without it, and it is not rotated', async () => {
  const robot = await newRobot('dingtalk', 'zh')
  const page = await robot.asMain.call(webhooks.calls.page, {})
  expect(page.text).not.toContain(secret)
  expect(page.data.rows[0]).toMatchObject({ format: 'dingtalk', language: 'zh', state: 'on' })
  await robot.asMain.call(webhooks.calls.editRobot, { id: robot.id, language: 'en' })
  await robot.record('still signed')
  await deliverDue(server)
  expect(robot.messages[0]).toContain('Key still signed')
  expect(await robot.asMain.refused(webhooks.calls.rotate, { id: robot.id })).toMatchObject({
    code: 'notAllowed',
  })
  const stranger = await addAccountGroup(server)
  expect(
    await stranger.asMain.refused(webhooks.calls.editRobot, { id: robot.id, language: 'en' }),
  ).toMatchObject({ code: 'notFound' })
  await robot.receiver.close()
})
