/** Packages and channels changed by operators: validation, previews, versions and visibility. */
import { beforeAll, expect, test, vi } from 'vitest'
import { operatorChannels } from '#contract/operator/channels.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { operatorPackages } from '#contract/operator/packages.ts'
import { packages } from '#contract/packages.ts'
import {
  newOperator,
  operatorCaller,
  operatorsOfEachRole,
} from '#tests/support/actors/operators.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { caller, type Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

let admin: Awaited<ReturnType<typeof newOperator>>
let chinese: Caller
const server = await serverWithCatalogue()
beforeAll(async () => {
  admin = await newOperator(server, 'admin')
  chinese = await operatorCaller(server, admin.operator, 'zh-CN')
})

const onSale = async () => (await caller(server, null).call(packages.sale, {})).data
const get = async (id: string, operator: Caller = admin) =>
  (await operator.call(operatorPackages.get, { id })).data
/** Input of `edit` that changes nothing. */
const editOf = async (id: string) => {
  const { translationBillingMode: _, channelId: _channel, ...terms } = await get(id)
  return terms
}

test('a new price is visible to visitors at once and logged with before and after', async () => {
  const visitor = await openNoticeStream(server.api, caller(server, null))
  await admin.call(operatorPackages.edit, { ...(await editOf('2')), salePrice: 10_900 })
  expect((await onSale())[0]).toMatchObject({ id: '2', salePrice: 10_900 })
  await vi.waitFor(() => expect(visitor.changedTopics()).toContain('memberGroup'), 30_000)
  await visitor.close()
  const { rows } = (await admin.call(operatorLog.page, {})).data
  expect(rows[0]).toMatchObject({
    operator: admin.operator.name,
    action: 'packages change',
    subject: 'package 2',
  })
  expect(JSON.parse(rows[0]!.before!)).toMatchObject({ priceCents: 9_900 })
  expect(JSON.parse(rows[0]!.after!)).toMatchObject({ priceCents: 10_900 })
})

test('a price below the value of its channel is refused in the operator’s language', async () => {
  const before = await get('3')
  const cheap = { ...(await editOf('3')), salePrice: 19_899 }
  expect(await admin.refused(operatorPackages.edit, cheap)).toMatchObject({
    code: 'invalid',
    msg: 'Package “Professional” (ID 3) would sell 1,000,000 characters for ¥198.99, while channel “Google Translate” counts a million as ¥199.00: a buyer could convert it into more than they paid.',
  })
  expect((await chinese.refused(operatorPackages.edit, cheap)).msg).toBe(
    '套餐“专业版”（编号3）以¥198.99出售1,000,000字符，而通道“谷歌翻译”每百万字符计¥199.00：买家切换通道后，换得的价值会超过所付金额',
  )
  const { data: channel } = await admin.call(operatorChannels.get, { id: '3' })
  const expensive = { ...channel, centsPerMillion: 19_901 }
  expect((await admin.refused(operatorChannels.edit, expensive)).msg).toContain(
    'Package “Professional” (ID 3) would sell',
  )
  expect(await get('3')).toEqual(before)
})

test('a preview shows what customers would see and why it would be refused, and saves nothing', async () => {
  const before = await onSale()
  const terms = await get('4')
  const { data } = await admin.call(operatorPackages.preview, {
    ...terms,
    name: '尊享版',
    salePrice: 50_000,
    position: 1,
  })
  expect(data).toMatchObject({
    id: '4',
    refusal: null,
    notes: ['Existing orders are not affected.'],
  })
  expect(data.sale.map(({ id }) => id)).toEqual(['4', '2', '3', '5', '6', '7', '8'])
  expect(data.sale[0]).toMatchObject({ name: '尊享版', salePrice: 50_000 })
  const cheap = await chinese.call(operatorPackages.preview, { ...terms, salePrice: 1 })
  expect(cheap.data.refusal).toContain('套餐“高级版”（编号4）以¥0.01出售')
  const added = await admin.call(operatorPackages.preview, {
    name: '月卡',
    enName: 'Month',
    num: 43_200,
    salePrice: 9_900,
    onSale: 1,
    translationBillingMode: 'time',
    channelId: '1',
  })
  expect(added.data).toMatchObject({ id: '9', refusal: null })
  expect(added.data.sale.at(-1)).toMatchObject({ id: '9', enName: 'Month' })
  expect(await onSale()).toEqual(before)
})

test('a concurrent edit of a package is refused', async () => {
  const other = await newOperator(server)
  const seen = await editOf('5')
  await admin.call(operatorPackages.edit, { ...seen, enName: 'AI' })
  expect(await other.refused(operatorPackages.edit, { ...seen, enName: 'Late' })).toMatchObject({
    code: 'changedElsewhere',
  })
  expect((await editOf('5')).enName).toBe('AI')
})

test('a package is added, withdrawn and deleted; what is sold or used can’t be deleted', async () => {
  const input = {
    name: '年度版',
    enName: 'Yearly',
    num: 525_600,
    salePrice: 200_000,
    onSale: 1,
    translationBillingMode: 'time',
    channelId: '3',
  } as const
  await admin.call(operatorPackages.create, input)
  const { rows } = (await admin.call(operatorPackages.page, { translationBillingMode: 'time' }))
    .data
  const { id } = rows.find(({ enName }) => enName === 'Yearly')!
  expect((await onSale()).at(-1)).toMatchObject({ id, salePrice: 200_000 })
  expect((await chinese.refused(operatorPackages.remove, { id })).msg).toBe(
    `套餐“年度版”（编号${id}）正在出售，请先下架`,
  )
  await admin.call(operatorPackages.edit, { ...(await editOf(String(id))), onSale: 0 })
  await admin.call(operatorPackages.remove, { id })
  expect(await admin.refused(operatorPackages.get, { id })).toMatchObject({ code: 'notFound' })
  expect((await admin.refused(operatorPackages.remove, { id: '1' })).msg).toContain('free trial')
})

test('everybody reads the catalogue, only admins change it', async () => {
  const staff = await operatorsOfEachRole(server)
  const edit = await editOf('2')
  for (const role of ['support', 'finance'] as const) {
    expect((await staff[role].call(operatorPackages.page, {})).data.total).toBeGreaterThan(5)
    expect(await staff[role].refused(operatorPackages.edit, edit)).toMatchObject({
      code: 'notAllowed',
    })
  }
})
