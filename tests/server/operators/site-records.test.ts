/** Contacts with pictures, downloads, configuration and announcements, as operators change them. */
import { encode } from 'fast-png'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { operatorAnnouncements } from '#contract/operator/announcements.ts'
import { operatorContract } from '#contract/operator/contract.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { customerService, siteConfig } from '#contract/site.ts'
import { configRecords, serviceContacts } from '#server/schema.ts'
import { insertSite } from '#server/seed/site.ts'
import {
  newOperator,
  operatorCaller,
  operatorsOfEachRole,
} from '#tests/support/actors/operators.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { caller, startServer, type Caller, type TestServer } from '#tests/support/server/server.ts'

const {
  configuration: operatorConfiguration,
  downloads: operatorDownloads,
  supportContacts: operatorSupportContacts,
} = operatorContract

let server: TestServer
let admin: Awaited<ReturnType<typeof newOperator>>
let chinese: Caller
beforeAll(async () => {
  server = await startServer()
  await insertSite(server.database.db)
  admin = await newOperator(server, 'admin')
  chinese = await operatorCaller(server, admin.operator, 'zh-CN')
})
afterAll(() => server.close())

const visitor = () => caller(server, null)
const png = (side: number) =>
  Buffer.from(
    encode({
      width: side,
      height: side,
      channels: 3,
      depth: 8,
      data: Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 7919) % 251),
    }),
  )
const asUrl = (bytes: Uint8Array, type = 'png') =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`

const line = {
  platform: 'LINE',
  purpose: 'afterSale',
  account: '@yiqiao',
  referUrl: 'https://line.example.com/yiqiao',
} as const
const contactOn = async (platform: string) =>
  (await admin.call(operatorSupportContacts.page, {})).data.rows.find(
    (row) => row.platform === platform,
  )!
const shownOn = async (platform: string) =>
  (await visitor().call(customerService.list, {})).data.find((one) => one.platform === platform)
    ?.accountList?.[0]

test('a contact’s picture is shown as uploaded, replaced, and removed for a generated code', async () => {
  const first = asUrl(png(20))
  await admin.call(operatorSupportContacts.create, { ...line, qrCode: first })
  expect(await shownOn('LINE')).toMatchObject({ account: '@yiqiao', qrCode: first })
  const row = await contactOn('LINE')
  const second = asUrl(png(30))
  await admin.call(operatorSupportContacts.edit, { ...row, qrCode: second })
  expect((await shownOn('LINE'))?.qrCode).toBe(second)
  await admin.call(operatorSupportContacts.edit, { ...(await contactOn('LINE')), qrCode: null })
  const drawn = (await shownOn('LINE'))?.qrCode
  expect(drawn).toMatch(/^data:image\/png;base64,/)
  expect([first, second]).not.toContain(drawn)
  const { rows } = (await admin.call(operatorLog.page, { subject: 'contact' })).data
  expect(JSON.parse(rows[0]!.before!)).toMatchObject({
    qrCode: expect.stringMatching(/^image\/png, \d+ kB$/),
  })
})

test('a picture may be an https address, and stays when the contact is edited', async () => {
  const qrCode = 'https://pictures.example.com/qr.png?x=1'
  const elsewhere = { ...line, platform: 'Elsewhere' }
  await admin.call(operatorSupportContacts.create, { ...elsewhere, qrCode })
  const row = await contactOn('Elsewhere')
  expect(row).toMatchObject({ qrCode, shownCode: qrCode })
  await admin.call(operatorSupportContacts.edit, { ...row, account: '@moved' })
  expect(await shownOn('Elsewhere')).toMatchObject({ account: '@moved', qrCode })
  for (const refused of ['http://pictures.example.com/qr.png', 'https://', '/qr.png'])
    expect(
      await admin.refused(operatorSupportContacts.create, {
        ...line,
        platform: 'Refused',
        qrCode: refused,
      }),
    ).toMatchObject({ code: 'invalid' })
})

test('the type of a picture follows its content; other files and large ones are refused', async () => {
  const row = await contactOn('WeChat')
  const save = (qrCode: string) => ({ ...row, qrCode })
  await admin.call(operatorSupportContacts.edit, save(asUrl(png(20), 'jpeg')))
  expect((await shownOn('WeChat'))?.qrCode).toMatch(/^data:image\/png;/)
  const latest = await contactOn('WeChat')
  const html = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  expect(
    await chinese.refused(operatorSupportContacts.edit, { ...latest, qrCode: asUrl(html) }),
  ).toMatchObject({ code: 'invalid', msg: '图片须为 PNG 或 JPEG，最大100 KB' })
  const large = Buffer.concat([png(20), Buffer.alloc(100_001 - png(20).length)])
  expect(
    await admin.refused(operatorSupportContacts.edit, { ...latest, qrCode: asUrl(large) }),
  ).toMatchObject({ code: 'invalid' })
  const largest = Buffer.concat([png(20), Buffer.alloc(100_000 - png(20).length)])
  await admin.call(operatorSupportContacts.edit, { ...latest, qrCode: asUrl(largest) })
  expect(
    await admin.refused(operatorSupportContacts.create, {
      ...line,
      referUrl: 'javascript:alert(1)',
    }),
  ).toMatchObject({ code: 'invalid' })
})

test('invalid base64 and text that can’t be stored are refused as invalid', async () => {
  for (const base64 of ['A', 'AAAAA', 'AAAA=', 'iVBOR='])
    expect(
      await admin.refused(operatorSupportContacts.create, {
        ...line,
        platform: 'QQ',
        qrCode: `data:image/png;base64,${base64}`,
      }),
    ).toMatchObject({ code: 'invalid' })
  for (const value of ['{\n"a": "\\u0000"}', '["b",\n"\\uD800"]', '{"c": 1,\n"\\u0000": 2}'])
    expect((await admin.refused(operatorConfiguration.create, { name: 'ODD', value })).msg).toBe(
      'The value is not valid JSON. Check line 2.',
    )
  const value = '{"a": "\\\\u0000", "b": "\\uD83D\\uDE00"}'
  await admin.call(operatorConfiguration.create, { name: 'EVEN', value })
  const { valued } = (await visitor().call(siteConfig.get, { id: 'EVEN' })).data
  expect(JSON.parse(valued)).toEqual(JSON.parse(value))
})

test('downloads are shown on the download page; a mistake is refused with its reason', async () => {
  const tablet = { label: '平板', enLabel: 'Tablet', softwareVersion: '3.0' }
  await admin.call(operatorDownloads.create, {
    ...tablet,
    val: 'https://downloads.example.com/tablet.apk',
  })
  const { rows } = (await admin.call(operatorDownloads.page, { pageSize: 100 })).data
  const added = rows.find(({ enLabel }) => enLabel === 'Tablet')!
  expect(rows.find(({ id }) => id === '2')).toMatchObject({ childId: ['21', '22'] })
  expect((await chinese.refused(operatorDownloads.create, tablet)).msg).toContain(
    '须有下载地址，或可选的下载项',
  )
  expect(
    (await admin.refused(operatorDownloads.edit, { ...added, val: null, childId: ['2'] })).msg,
  ).toBe('Download “Tablet” offers download “macOS”, which offers others itself.')
  expect((await admin.refused(operatorDownloads.remove, { id: '21' })).msg).toContain(
    'which does not exist',
  )
  await admin.call(operatorDownloads.edit, { ...added, softwareVersion: '3.1' })
  const { valued } = (await visitor().call(siteConfig.get, { id: 'SOFT_DOWNLOAD_CONFIG' })).data
  const [{ child }] = JSON.parse(valued) as [{ child: { enLabel: string; version: string }[] }]
  expect(child.find(({ enLabel }) => enLabel === 'Tablet')).toMatchObject({ version: '3.1' })
  expect(
    await admin.refused(operatorDownloads.edit, { ...added, softwareVersion: '4' }),
  ).toMatchObject({
    code: 'changedElsewhere',
  })
})

test('an edit clears omitted fields, but not the position, as the description of the call says', async () => {
  await admin.call(operatorSupportContacts.create, {
    ...line,
    platform: 'Zalo',
    qrCode: asUrl(png(8)),
    position: 7,
  })
  const contact = await contactOn('Zalo')
  const { qrCode: _, position: _position, ...kept } = contact
  await admin.call(operatorSupportContacts.edit, kept)
  expect(await contactOn('Zalo')).toMatchObject({
    ...line,
    platform: 'Zalo',
    qrCode: null,
    position: 7,
  })
  await admin.call(operatorSupportContacts.remove, { id: contact.id })
  const later = { publishDateTime: '2098-01-01 00:00:00', endDateTime: '2099-01-01 00:00:00' }
  await admin.call(operatorAnnouncements.create, { ...notice, ...later })
  const { id } = (await admin.call(operatorAnnouncements.page, {})).data.rows[0]!
  await admin.call(operatorAnnouncements.edit, { ...notice, id })
  expect((await admin.call(operatorAnnouncements.get, { id })).data).toMatchObject({
    state: 'published',
    endDateTime: null,
  })
  await admin.call(operatorAnnouncements.withdraw, { id })
})

test('records that break the rules of the forms are still listed', async () => {
  const { db } = server.database
  await db.insert(serviceContacts).values({
    id: 900,
    platform: 'QQ',
    accountType: 2,
    account: '1',
    referUrl: '',
    position: 0,
  })
  expect(await contactOn('QQ')).toMatchObject({ referUrl: '', position: 0 })
  const value = Array.from({ length: 40_000 }, () => 1)
  await db.insert(configRecords).values({ id: 'BIG', value })
  const { data } = await admin.call(operatorConfiguration.get, { id: 'BIG' })
  expect(data.value.length).toBeGreaterThan(200_000)
  await admin.call(operatorConfiguration.edit, data)
  expect(
    (
      await admin.refused(operatorConfiguration.edit, {
        ...data,
        value: `[${'1,'.repeat(100_001)}1]`,
      })
    ).msg,
  ).toBe('The value is larger than 200 KB.')
})

test('a configuration record is saved as JSON, a mistake is refused with its line', async () => {
  await admin.call(operatorConfiguration.create, { name: 'SITE_RECORD', value: '{"a": 1}' })
  const read = async () =>
    JSON.parse((await visitor().call(siteConfig.get, { id: 'SITE_RECORD' })).data.valued) as unknown
  expect(await read()).toEqual({ a: 1 })
  expect(
    await admin.refused(operatorConfiguration.create, { name: 'SITE_RECORD', value: '1' }),
  ).toMatchObject({ code: 'alreadyExists' })
  const { data } = await admin.call(operatorConfiguration.get, { id: 'SITE_RECORD' })
  expect(data.value).toBe('{\n  "a": 1\n}')
  const invalidEdit = { id: data.id, version: data.version, value: '{\n  "a": 1,\n  b\n}' }
  expect((await chinese.refused(operatorConfiguration.edit, invalidEdit)).msg).toBe(
    '内容不是有效的 JSON，请检查第3行',
  )
  await admin.call(operatorConfiguration.edit, { ...invalidEdit, value: '[2]' })
  expect(await read()).toEqual([2])
  const long = { name: 'LONG', value: JSON.stringify('字'.repeat(150_000)) }
  await admin.call(operatorConfiguration.create, long)
  await admin.call(operatorConfiguration.remove, { id: 'LONG' })
  expect(await visitor().refused(siteConfig.get, { id: 'LONG' })).toMatchObject({
    code: 'notFound',
  })
})

const notice = {
  title: '维护',
  content: '今晚十点\n维护',
  enTitle: 'Maintenance',
  enContent: 'Tonight at ten',
  level: 'warning',
} as const

test('support publishes an announcement; published ones change their end only', async () => {
  const { support, finance } = await operatorsOfEachRole(server)
  expect(await finance.refused(operatorAnnouncements.create, notice)).toMatchObject({
    code: 'notAllowed',
  })
  const reader = await openNoticeStream(server.api, visitor())
  await support.call(operatorAnnouncements.create, notice)
  await vi.waitFor(
    () => expect(reader.notices()).toMatchObject([{ title: 'Maintenance', level: 'warning' }]),
    30_000,
  )
  const [row] = (await finance.call(operatorAnnouncements.page, {})).data.rows
  expect(row).toMatchObject({ ...notice, state: 'published' })
  expect(
    (await chinese.refused(operatorAnnouncements.edit, { ...row!, content: '改了' })).msg,
  ).toContain('已发布，只能修改结束时间')
  await support.call(operatorAnnouncements.edit, { ...row!, endDateTime: '2099-01-01 00:00:00' })
  expect(
    await support.refused(operatorAnnouncements.edit, {
      ...row!,
      endDateTime: '2098-01-01 00:00:00',
    }),
  ).toMatchObject({ code: 'changedElsewhere' })
  await support.call(operatorAnnouncements.withdraw, { id: row!.id })
  const { data } = await support.call(operatorAnnouncements.get, { id: row!.id })
  expect(data).toMatchObject({ state: 'withdrawn', endDateTime: '2099-01-01 00:00:00' })
  await reader.close()
})

test('an unpaired surrogate in an announcement is stored as a replacement character', async () => {
  const text = 'half of a pair: \uD83D'
  await admin.call(operatorAnnouncements.create, {
    title: text,
    content: text,
    enTitle: text,
    enContent: text,
    publishDateTime: '2099-01-01 00:00:00',
  })
  const { rows } = (await admin.call(operatorAnnouncements.page, {})).data
  expect(rows[0]!.title).toBe('half of a pair: \uFFFD')
  await admin.call(operatorAnnouncements.withdraw, { id: rows[0]!.id })
})

test('a scheduled announcement is shown to nobody and can still be changed', async () => {
  const later = { ...notice, enTitle: 'Later', publishDateTime: '2098-01-01 08:00:00' }
  await admin.call(operatorAnnouncements.create, later)
  const [row] = (await admin.call(operatorAnnouncements.page, {})).data.rows
  expect(row).toMatchObject({ state: 'scheduled', publishDateTime: '2098-01-01 08:00:00' })
  await admin.call(operatorAnnouncements.edit, { ...row!, enTitle: 'Much later' })
  const { data } = await admin.call(operatorAnnouncements.get, { id: row!.id })
  expect(data).toMatchObject({ enTitle: 'Much later', state: 'scheduled' })
  expect(
    (
      await chinese.refused(operatorAnnouncements.edit, {
        ...data,
        endDateTime: '2097-01-01 00:00:00',
      })
    ).msg,
  ).toBe('结束时间须晚于发布时间和当前时间')
  await admin.call(operatorAnnouncements.withdraw, { id: row!.id })
  expect(await admin.refused(operatorAnnouncements.withdraw, { id: row!.id })).toMatchObject({
    code: 'notFound',
  })
})
