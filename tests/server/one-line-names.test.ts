/** Names and labels on one line: one rule in calls, imports and commands; other texts stay as sent. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { listViews } from '#contract/saved-views.ts'
import { operatorAnnouncements } from '#contract/operator/announcements.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users as userCalls } from '#contract/users.ts'
import { spaces } from '#contract/workspace.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'
import { loginNames } from '#server/schema.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'
import { caller, signedIn } from '#tests/support/server/server.ts'

const { server, people } = await serverWithPeople()
const { db } = server.database
const visitor = caller(server, null)

test.each([
  [
    'zh-CN',
    '昵称不能含有改变文字方向的控制符（U+202E）',
    '昵称只能是一行，不能换行',
    '昵称不能含有看不见的字符（U+200B）',
    '昵称不能含有控制字符（U+0007）',
  ],
  [
    'en-US',
    'Nickname contains a character that changes the direction of text (U+202E)',
    'Nickname must be one line, without line breaks',
    'Nickname contains an invisible character (U+200B)',
    'Nickname contains a control character (U+0007)',
  ],
] as const)('in %s the refusal of a nickname names the character', async (lang, ...sentences) => {
  const anna = await signedIn(server, people.anna, lang)
  const names = ['Anna\u202egpj', 'Anna\nAdmin', 'An\u200bna', 'Anna\u0007']
  for (const [index, nickname] of names.entries())
    expect((await anna.refused(userCalls.update, { nickname })).fields).toEqual({
      nickname: sentences[index],
    })
})

test('a nickname is stored in NFC and keeps emoji of several characters', async () => {
  const anna = await signedIn(server, people.anna)
  await anna.call(userCalls.update, { nickname: 'Zoe\u0308 👩‍💻' })
  expect((await anna.call(userCalls.get, {})).data.nickname).toBe('Zo\u00eb 👩‍💻')
})

test('spaces, contacts, tags, views, imports and announcements follow the same rule', async () => {
  const anna = await signedIn(server, people.anna)
  const spoof = 'Invoice\u2067'
  expect((await anna.refused(spaces.create, { name: spoof })).fields).toHaveProperty('name')
  const view = { page: 'orders', name: spoof, query: '' }
  expect((await anna.refused(listViews.create, view)).fields).toHaveProperty('name')
  const spaceId = (await anna.call(spaces.create, { name: 'Customers' })).data.id
  const contact = { spaceId, title: 'Rene\u0301', tags: ['cafe\u0301'] }
  await anna.call(contacts.create, contact)
  expect(
    (await anna.refused(contacts.create, { ...contact, tags: [spoof] })).fields,
  ).toHaveProperty('tags.0')
  const rows = [{ title: 'Zoe\u0308' }, { title: 'Li\u2028Lei' }]
  const { data } = await anna.call(contacts.import, { spaceId, rows })
  expect(data).toMatchObject({
    imported: 0,
    errors: [{ row: 1, message: 'Name must be one line, without line breaks' }],
  })
  // Both spellings find what is stored once.
  for (const title of ['Rene\u0301', 'Ren\u00e9'])
    expect(
      (await anna.call(contacts.page, { spaceId, title, pageNum: 1, pageSize: 10 })).data.rows,
    ).toMatchObject([{ title: 'Ren\u00e9', tags: ['caf\u00e9'] }])

  const admin = await newOperator(server)
  const announcement = { content: '今晚', enTitle: 'Upkeep', enContent: 'One\nTwo' }
  const level = { level: 'info' } as const
  expect(
    (
      await admin.refused(operatorAnnouncements.create, {
        ...announcement,
        ...level,
        title: '维\u202e护',
      })
    ).fields,
  ).toHaveProperty('title')
})

test('login names are one in every spelling, and account names keep their own sentence', async () => {
  const email = 'zoe\u0308@example.com'
  const stored = 'zo\u00eb@example.com'
  await visitor.call(login.sendVCode, { account: email })
  const person = { username: 'zoe', nickname: null, password: 'e\u0301'.repeat(6) }
  const vcode = server.mailbox.codeFor(stored)
  expect((await visitor.call(login.register, { ...person, account: email, vcode })).success).toBe(
    true,
  )
  expect(await db.$count(loginNames, eq(loginNames.name, stored))).toBe(1)
  for (const account of [email, stored, stored.toUpperCase()])
    expect((await visitor.call(login.checkAccount, { account })).data).toBe(false)
  // The password is compared byte for byte: its composed form is another one.
  const signInWith = (password: string) =>
    visitor.call(login.login, { account: email, password, clientType: 'web' })
  expect((await signInWith(person.password)).success).toBe(true)
  expect((await signInWith(person.password.normalize('NFC'))).success).toBe(false)

  const anna = await signedIn(server, people.anna, 'zh-CN')
  for (const account of ['sub\u200b1', 'ｓｕｂ１', 'sub\u202e1'])
    expect(
      (await anna.refused(subAccounts.create, { account, password: '123456', enabled: 1 })).fields,
    ).toEqual({ account: '请输入正确的用户名. 只能包含数字,字母,中文' })
})
