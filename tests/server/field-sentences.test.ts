/**
 * The error of a field is in the reader's language, also where the item is of no
 * form here but of the desktop client's.
 */
import { expect, test } from 'vitest'
import { accountLog } from '#contract/ledger.ts'
import { contacts } from '#contract/workspace.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'
import { signedIn } from '#tests/support/server/server.ts'

const { server, people } = await serverWithPeople()

test.each([
  ['zh-CN', '要翻译的文字最多5000个字符', '请输入要翻译的文字'],
  ['en-US', 'Text must be 5000 characters or fewer', 'Text is required'],
] as const)('in %s a text that is too long, and one that is none', async (lang, long, none) => {
  const anna = await signedIn(server, people.anna, lang)
  const input = { source: 'en', target: 'zh' }
  expect(
    (await anna.refused(translation.text, { ...input, text: '😀'.repeat(5_001) })).fields,
  ).toEqual({ text: long })
  expect((await anna.refused(translation.text, { ...input, text: ' \n' })).fields).toEqual({
    text: none,
  })
})

test('errors of quantities speak of numbers, not of text lengths (spec 5.8, 5.9)', async () => {
  const anna = await signedIn(server, people.anna, 'zh-CN')
  const child = { childUserId: people.sub.userId }
  expect(
    (await anna.refused(subAccounts.distribute, { ...child, changeCharNum: -1 })).fields,
  ).toEqual({ changeCharNum: '字符数不能小于0' })
  const { fields } = await anna.refused(subAccounts.distributeAll, {
    ...child,
    changeCharNum: 0,
    changeVoiceNum: -1,
    changeImageNum: 2 ** 53,
  })
  expect(fields).toEqual({
    changeVoiceNum: '语音次数不能小于0',
    changeImageNum: '图片张数最多为9007199254740991',
  })
  const input = { memberGroupId: '2', payChannel: 'WC_NATIVE' } as const
  expect((await anna.refused(orders.pay, { ...input, salesNum: 0 })).fields).toEqual({
    salesNum: '购买数量至少为1',
  })
  expect((await anna.refused(orders.pay, { ...input, salesNum: 1_000 })).fields).toEqual({
    salesNum: '购买数量最多为999',
  })
})

test('the log type and the times, which 5.12 requires', async () => {
  const anna = await signedIn(server, people.anna, 'zh-CN')
  const { fields } = await anna.refused(accountLog.page, { pageNum: 1, pageSize: 10 } as never)
  expect(fields).toEqual({
    logType: '请选择日志类型',
    createDateTimeBegin: '请输入时间（开始）',
    createDateTimeEnd: '请输入时间（结束）',
  })
})

test.each([
  [
    'zh-CN',
    ['请选择子账号', '请至少选择1个子账号', '一次最多选择500个子账号'],
    '请先勾选要操作的内容',
    '请至少选择1个翻译通道',
  ],
  [
    'en-US',
    [
      'Choose at least one sub-account',
      'Choose at least 1 sub-account',
      'Choose at most 500 sub-accounts at a time',
    ],
    'Select at least one row',
    'Choose at least 1 channel',
  ],
] as const)(
  'in %s what is chosen from a list: nothing named, none, too many',
  async (lang, sentence, noContact, noChannel) => {
    const anna = await signedIn(server, people.anna, lang)
    const each = { changeCharNum: 1, changeVoiceNum: 0, changeImageNum: 0 }
    const many = Array.from({ length: 501 }, (_, index) => String(index))
    for (const [at, ids] of [undefined, [], many].entries()) {
      // Where one may be named instead, an empty list is the same as none.
      expect((await anna.refused(subAccounts.remove, { childrenIds: ids })).fields).toEqual({
        childrenIds: sentence[ids?.length ? at : 0],
      })
      expect(
        (await anna.refused(subAccounts.distributeMany, { childUserIds: ids!, ...each })).fields,
      ).toEqual({ childUserIds: sentence[at] })
    }
    expect((await anna.refused(contacts.remove, { ids: [] })).fields).toEqual({ ids: noContact })
    const input = { source: 'en', target: 'zh', text: 'hello' }
    expect((await anna.refused(translation.compare, { ...input, channelIds: [] })).fields).toEqual({
      channelIds: noChannel,
    })
  },
)
