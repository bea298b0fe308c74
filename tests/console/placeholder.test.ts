/** Pages that a backend does not serve: with a placeholder they stay in the menu. */
import { afterAll, expect, test, vi } from 'vitest'
import { buildPage } from '#console/engine/build-page.ts'
import { isServedPage } from '#console/refine/capabilities.ts'
import contacts from '../../resources/contacts.ts'
import invites from '../../resources/invites.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

stubBrowser()
afterAll(() => vi.unstubAllGlobals())

test('the workspace page stays in the menu of a backend without extensions', () => {
  const serves = ({ spec }: { spec?: string | undefined }) => spec !== undefined
  expect(isServedPage(buildPage('/resources/contacts.ts', contacts), serves)).toBe(true)
  expect(isServedPage(buildPage('/resources/invites.ts', invites), serves)).toBe(false)
})
