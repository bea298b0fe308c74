/** Field errors are in the user's language, also for fields that only the desktop client sends. */
import { expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { accountLog } from '#contract/ledger.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { translation } from '#contract/translation.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'
import { signedIn } from '#tests/support/server/server.ts'

const { server, people } = await serverWithPeople()

test.each([
  ['zh-CN', '要翻译的文字最多5000个字符', '请输入要翻译的文字'],
  ['en-US', 'Text must be 5000 characters or fewer', 'Text is required'],
] as const)(
  'in %s an overlong and an empty text have a message of the field',
  async (lang, tooLongMessage, emptyMessage) => {
    const anna = await signedIn(server, people.anna, lang)
    const input = { source: 'en', target: 'zh' }
    for (const [text, message] of [
      ['😀'.repeat(5_001), tooLongMessage],
      [' \n', emptyMessage],
    ] as const)
      expect(await anna.refused(translation.text, { ...input, text })).toMatchObject({
        // Other clients show `msg` only.
        msg: message,
        fields: { text: message },
      })
  },
)

test('errors of quantities name limits of numbers, not of text lengths (spec 5.8, 5.9)', async () => {
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

test('of several invalid fields the message is that of the first', async () => {
  const anna = await signedIn(server, people.anna, 'zh-CN')
  const child = { childUserId: people.sub.userId }
  const { msg, fields } = await anna.refused(subAccounts.distributeAll, {
    ...child,
    changeCharNum: 0,
    changeVoiceNum: -1,
    changeImageNum: -1,
  })
  expect(Object.keys(fields ?? {})).toEqual(['changeVoiceNum', 'changeImageNum'])
  expect(msg).toBe('语音次数不能小于0')
  expect((await anna.refused(users.update, { nickname: 'x' })).msg).toBe('昵称至少输入2位')
})

test('the account log without type and times has a message for each (spec 5.12)', async () => {
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
    ['请选择子账号', '请至少选择1个子账号', '一次最多选择2000个子账号'],
    '请先勾选要操作的内容',
    '请至少选择1个翻译通道',
  ],
  [
    'en-US',
    [
      'Choose at least one sub-account',
      'Choose at least 1 sub-account',
      'Choose at most 2000 sub-accounts at a time',
    ],
    'Select at least one row',
    'Choose at least 1 channel',
  ],
] as const)(
  'in %s a selection has its own messages for missing, empty and too many',
  async (lang, messages, noContact, noChannel) => {
    const anna = await signedIn(server, people.anna, lang)
    const each = { changeCharNum: 1, changeVoiceNum: 0, changeImageNum: 0 }
    const tooManyIds = Array.from({ length: businessLimits.subAccountBatch.max + 1 }, (_, index) =>
      String(index),
    )
    for (const [at, ids] of [undefined, [], tooManyIds].entries()) {
      // A single id may be given instead, so an empty list counts as missing.
      expect((await anna.refused(subAccounts.remove, { childrenIds: ids })).fields).toEqual({
        childrenIds: messages[ids?.length ? at : 0],
      })
      expect(
        (await anna.refused(subAccounts.distributeMany, { childUserIds: ids!, ...each })).fields,
      ).toEqual({ childUserIds: messages[at] })
    }
    expect((await anna.refused(contacts.remove, { ids: [] })).fields).toEqual({ ids: noContact })
    const input = { source: 'en', target: 'zh', text: 'hello' }
    expect((await anna.refused(translation.compare, { ...input, channelIds: [] })).fields).toEqual({
      channelIds: noChannel,
    })
  },
)
