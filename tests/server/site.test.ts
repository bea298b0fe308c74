/** Contacts and site configuration as visitors read them, and validation of contacts. */
import { decode, encode } from 'fast-png'
import jpeg from 'jpeg-js'
import { expect, test } from 'vitest'
import { customerService, siteConfig } from '#contract/site.ts'
import { serviceContacts } from '#server/schema.ts'
import { insertSite } from '#server/seed/site.ts'
import { addPerson } from '#tests/support/actors/people.ts'
import { caller, signedIn, startServer } from '#tests/support/server/server.ts'
import { drawContactPicture } from '#server/features/site/draw-contact-picture.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()
const visitor = () => caller(server, null)

test('without entries there are no contacts, and records are not found', async () => {
  expect((await visitor().call(customerService.platforms, {})).data).toEqual([])
  expect((await visitor().call(customerService.list, { height: 800, width: 800 })).data).toEqual([])
  expect(
    (
      await visitor().call(customerService.validate, {
        platform: 'WeChat',
        account: 'yiqiao-sales',
      })
    ).data,
  ).toBe(false)
  expect(await visitor().refused(siteConfig.get, { id: 'SOFT_DOWNLOAD_CONFIG' })).toMatchObject({
    code: 'notFound',
  })
})

test('contacts are grouped by platform in their set order, each with a picture', async () => {
  await insertSite(server.database.db)
  const picture = 'data:image/png;base64,iVBORw0KGgo='
  const contact = {
    platform: 'Telegram',
    accountType: 2,
    account: '@yiqiao_night',
    referUrl: 'https://telegram.example.com/yiqiao_night',
  }
  await server.database.db
    .insert(serviceContacts)
    .values({ ...contact, qrCode: picture, position: 99 })
  expect((await visitor().call(customerService.platforms, {})).data).toEqual([
    { platform: 'WeChat' },
    { platform: 'WhatsApp' },
    { platform: 'Telegram' },
  ])
  const list = (await visitor().call(customerService.list, { height: 300, width: 300 })).data
  expect(
    list.map(({ platform, accountList }) => [
      platform,
      accountList!.map(({ accountType }) => accountType),
    ]),
  ).toEqual([
    ['WeChat', [1, 2]],
    ['WhatsApp', [1, 2]],
    ['Telegram', [1, 2, 2]],
  ])
  expect(list[0]!.accountList![0]).toEqual({
    accountType: 1,
    qrCode: expect.stringMatching(/^data:image\/png;base64,/) as string,
    referUrl: 'https://wechat.example.com/u/yiqiao-sales',
    account: 'yiqiao-sales',
  })
  expect(list[2]!.accountList![2]).toMatchObject({ qrCode: picture })
})

const sizeOf = (picture: string | null | undefined) => {
  const [, base64 = ''] = /^data:image\/png;base64,(.+)$/.exec(picture ?? '') ?? []
  const { width, height } = decode(Buffer.from(base64, 'base64'))
  return [width, height]
}

test.each([
  [{ height: 800, width: 800 }, [800, 800]],
  [{ height: 299, width: 301 }, [320, 300]],
  [{ width: 1 }, [160, 160]],
  [{ height: 4_000, width: 801 }, [1_600, 1_600]],
  [{}, [400, 400]],
])('for the size %j, generated QR codes have %j pixels', async (input, size) => {
  const list = (await visitor().call(customerService.list, input)).data
  const generated = list
    .flatMap(({ accountList }) => accountList ?? [])
    .filter(({ account }) => !account?.includes('night'))
  expect(generated.map(({ qrCode }) => sizeOf(qrCode))).toEqual(generated.map(() => size))
})

test('a flood of odd sizes without a session draws each picture once per size of the pages', async () => {
  const drawn: string[] = []
  const database = await freshDb()
  await insertSite(database.db)
  const counting = await startServer({}, database, {
    drawPicture(source, size) {
      drawn.push(`${source.address} ${size.width} ${size.height}`)
      return drawContactPicture(source, size)
    },
  })
  const odd = Array.from({ length: 60 }, (_, at) => ({ width: 650 + at, height: 700 + at }))
  const replies = await Promise.all(
    odd.map((size) => caller(counting, null).call(customerService.list, size)),
  )
  expect(replies.every(({ success }) => success)).toBe(true)
  expect(drawn).toHaveLength(replies[0]!.data.flatMap(({ accountList }) => accountList).length)
  expect(new Set(drawn).size).toBe(drawn.length)
  await counting.close()
  await database.close()
})

test('pictures of the operator, PNG or JPEG, are scaled to the requested size', async () => {
  const redPixels = (pixels: number, channels: number) =>
    Uint8Array.from({ length: pixels * channels }, (_, at) => [200, 0, 0, 255][at % channels]!)
  const png = `data:image/png;base64,${Buffer.from(encode({ width: 430, height: 430, data: redPixels(430 * 430, 3), depth: 8, channels: 3 })).toString('base64')}`
  const jpg = jpeg.encode({ width: 600, height: 300, data: redPixels(600 * 300, 4) }, 90).data
  const contact = { accountType: 1, referUrl: 'https://line.example.com/x' }
  await server.database.db.insert(serviceContacts).values([
    { ...contact, platform: 'Line', account: 'png', qrCode: png, position: 200 },
    {
      ...contact,
      platform: 'Line',
      account: 'jpeg',
      qrCode: `data:image/jpeg;base64,${jpg.toString('base64')}`,
      position: 201,
    },
  ])
  const lineCodes = async (input: object) => {
    const list = (await visitor().call(customerService.list, input)).data
    return list
      .find(({ platform }) => platform === 'Line')!
      .accountList!.map(({ qrCode }) => qrCode!)
  }
  const [first, second] = await lineCodes({ height: 300, width: 300 })
  expect([sizeOf(first), sizeOf(second)]).toEqual([
    [300, 300],
    [300, 300],
  ])
  const pixelAt = (picture: string, x: number, y: number) => {
    const { data, width } = decode(Buffer.from(picture.split(',')[1]!, 'base64'))
    return Array.from(data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3))
  }
  expect(pixelAt(first!, 0, 0)).toEqual([200, 0, 0])
  expect(pixelAt(second!, 150, 10)).toEqual([255, 255, 255])
  expect(pixelAt(second!, 150, 150)[0]).toBeGreaterThan(190)
  expect(await lineCodes({})).toEqual([png, expect.stringContaining('data:image/jpeg')])
})

test.each([
  ['WeChat', 'yiqiao-sales', true],
  ['WeChat', '  yiqiao-sales ', true],
  ['Telegram', 'yiqiao-sales', false],
  ['wechat', 'yiqiao-sales', false],
  ['WeChat', 'yiqiao-saIes', false],
  ['WeChat', 'yiqiao%', false],
  ['WeChat', 'ｙiqiao-sales', false],
  ['WhatsApp', '+1 202 555 0143', true],
])('the contact %s %s is confirmed as ours: %s', async (platform, account, isListed) => {
  const reply = await visitor().call(customerService.validate, { platform, account })
  expect([reply.status, reply.success, reply.data]).toEqual([200, true, isListed])
})

test('a configuration record is JSON text, and downloads refer to existing ones', async () => {
  const { id, valued } = (await visitor().call(siteConfig.get, { id: 'SOFT_DOWNLOAD_CONFIG' })).data
  expect(id).toBe('SOFT_DOWNLOAD_CONFIG')
  const [{ child }] = JSON.parse(valued) as [
    { child: { id: number; childId: number[]; val: string }[] },
  ]
  const ids = child.map((item) => item.id)
  expect(
    child.every(
      (item) =>
        item.childId.every((childId) => ids.includes(childId)) &&
        (item.val !== '' || item.childId.length > 0),
    ),
  ).toBe(true)
  expect(await visitor().refused(siteConfig.get, { id: 7 })).toMatchObject({ code: 'notFound' })
})

test('no user of the API may save configuration', async () => {
  const person = await addPerson(server.database.db, {
    account: 'owner@example.com',
    username: 'owner',
  })
  const signed = await signedIn(server, person)
  expect(
    await signed.refused(siteConfig.save, { id: 'SOFT_DOWNLOAD_CONFIG', valued: '[]' }),
  ).toMatchObject({ code: 'notAllowed' })
  expect(
    await visitor().refused(siteConfig.save, { id: 'SOFT_DOWNLOAD_CONFIG', valued: '[]' }),
  ).toMatchObject({ status: 700 })
  expect(
    (await visitor().call(siteConfig.get, { id: 'SOFT_DOWNLOAD_CONFIG' })).data.valued,
  ).toContain('downloads.example.com')
})
