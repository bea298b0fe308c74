/** Popovers: one inside another. */
// oxlint-disable-next-line no-restricted-imports -- the browser fires `toggle` of popovers
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { press } from '#tests/support/browser/user.ts'
import { Popover } from '#ui/popover.tsx'

afterEach(cleanup)

test('a popover stays open when one inside it closes', async () => {
  render(
    <Popover label="Filters" className="button" lazy>
      <Popover label="Language" className="button">
        <span data-testid="languages" />
      </Popover>
      <p>Client</p>
    </Popover>,
  )
  await press('Filters')
  expect(screen.getByText('Client')).toBeDefined()
  const inner = screen.getByTestId('languages').parentElement!
  fireEvent(inner, Object.assign(new Event('toggle'), { newState: 'closed' }))
  expect(screen.getByText('Client')).toBeDefined()
})
