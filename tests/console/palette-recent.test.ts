// @vitest-environment happy-dom
/** Recent entries of the palette: the last first, of one user alone. */
import { beforeEach, expect, test } from 'vitest'
import { signIn } from '#client/session/session.ts'
import { browserStore } from '#client/storage.ts'
import { readRecent, rememberRecent } from '#console/features/palette/recent.ts'
import { clearRecent, storeRecent } from '#console/shell/palette-storage.ts'

const ids = () => readRecent().map(({ id }) => id)

beforeEach(() => {
  clearRecent()
  signIn({ sk: 'a', userId: '1' })
})

test('an entry chosen again is the first, and is kept once', () => {
  for (const id of ['page:orders', 'action:recharge', 'page:orders']) rememberRecent({ id })
  expect(ids()).toEqual(['page:orders', 'action:recharge'])
})

test('the oldest entries are dropped', () => {
  for (let number = 1; number <= 20; number += 1) rememberRecent({ id: `page:${number}` })
  expect(ids()).toEqual(['20', '19', '18', '17', '16', '15', '14', '13'].map((id) => `page:${id}`))
})

test('another user of the browser sees none of them', () => {
  const record = { id: 'people:7', title: 'lucy', icon: 'person', to: '/x' } as const
  rememberRecent({ id: record.id, record })
  expect(readRecent()).toEqual([{ id: 'people:7', record }])
  signIn({ sk: 'b', userId: '2' })
  expect(readRecent()).toEqual([])
})

test('what was stored otherwise counts as none', () => {
  for (const text of ['', '{', '{"userId":"1","entries":[{"id":1}]}', '[]']) {
    storeRecent(text)
    expect(readRecent()).toEqual([])
  }
  expect(browserStore.get('recent')).toBe('[]')
})
