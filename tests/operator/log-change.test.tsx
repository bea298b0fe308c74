/** Items of the operator log have the names of the pages on which they were changed. */
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { OperatorLogRow } from '#contract/operator/operator-log.ts'
import { en } from '#locales/operator-collections.ts'
import { en as logged } from '#locales/operator/log-items.ts'
import { closeOperatorDialog, openOperatorDialog } from '#tests/support/browser/operator-dialog.tsx'

afterEach(closeOperatorDialog)

/** Names of the items that the drawer lists. */
async function itemNames(action: string, before: object, after: object) {
  const row: OperatorLogRow = {
    id: '1',
    createDateTime: '2026-01-01 00:00:00',
    operator: 'Me',
    action,
    subject: 'record 1',
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }
  await openOperatorDialog(() => import('#operator/team/log-change.tsx'), row, { responses: {} })
  const table = await screen.findByRole('table')
  return within(table)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)
}

test('the texts of an announcement are named by their language', async () => {
  const words = (title: string) => ({
    words: { zh: { title, content: title }, en: { title, content: title } },
  })
  const { zh, en: english } = logged.team.items.words
  expect(await itemNames('announcements change', words('a'), words('b'))).toEqual([
    zh.title,
    zh.content,
    english.title,
    english.content,
  ])
})

test('items of contacts, downloads and configuration have the names of their pages', async () => {
  const { platform, purpose, account, referUrl } = en['supportContacts']!.fields
  const contact = (text: string, accountType: number) => ({
    platform: text,
    accountType,
    account: text,
    referUrl: text,
  })
  expect(await itemNames('contacts change', contact('a', 1), contact('b', 2))).toEqual([
    platform,
    purpose,
    account,
    referUrl,
  ])
  const { softwareVersion, childId } = en['downloads']!.fields
  const download = (version: string, id: number) => ({ version, childId: [id] })
  expect(await itemNames('downloads change', download('1', 1), download('2', 2))).toEqual([
    softwareVersion,
    childId,
  ])
  const { value } = en['configuration']!.fields
  expect(await itemNames('config set', { value: 1 }, { value: 2 })).toEqual([value])
})

test('names within the content of a configuration stay as they are', async () => {
  const content = (name: string) => ({ value: { name } })
  expect(await itemNames('config set', content('a'), content('b'))).toEqual(['value.name'])
})
