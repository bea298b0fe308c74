/** Pages that a backend may not serve: with a placeholder they stay, without one they go. */
import { afterAll, expect, test, vi } from 'vitest'
import { buildPage } from '#console/engine/build-page.ts'
import { isServedPage } from '#console/refine/capabilities.ts'
import contacts from '../../resources/contacts.ts'
import invites from '../../resources/invites.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

stubBrowser()
afterAll(() => vi.unstubAllGlobals())

test('the work space stays in the menu of a backend that serves nothing beyond the specification', () => {
  const serves = ({ spec }: { spec?: string | undefined }) => spec !== undefined
  expect(isServedPage(buildPage('/resources/contacts.ts', contacts), serves)).toBe(true)
  expect(isServedPage(buildPage('/resources/invites.ts', invites), serves)).toBe(false)
})
