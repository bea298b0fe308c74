// @vitest-environment happy-dom
/** From a failure, people reach support, with what support needs to know. */
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { addressWithText } from '#client/service-contacts.ts'
import { screen as screenResource } from '#console/engine/resource.ts'
import { injectFault } from '#mocks/handlers.ts'
import {
  heading,
  openConsolePage,
  startConsoleServer,
  until,
} from '#tests/support/browser/console.tsx'
import { fireWindowEvent } from '#tests/support/browser/browser-events.ts'
import { user } from '#tests/support/browser/user.ts'

await startConsoleServer()

const contactButton = () => screen.getByRole('button', { name: 'Contact support' })
const contactDialog = () => screen.getByRole('dialog', { name: 'Contact support' })

test('a failure leads to the contacts, with the request, page and account', async () => {
  const component = async () => {
    const { WireError } = await import('#contract/failure.ts')
    const Fragile = () => {
      throw new WireError({ kind: 'broken', status: 500, requestId: 'request-4711' })
    }
    return { default: Fragile }
  }
  const overview = screenResource({
    route: 'UserCenterIndex',
    menu: ['memberCentre', 1],
    component,
  })
  await openConsolePage('/UserCenterIndex', {
    as: 'demo',
    lang: 'en',
    with: { '/resources/overview.ts': { default: overview } },
  })
  await user.click(contactButton())
  await until(() => within(contactDialog()).queryByRole('list', { name: 'Contacts' }) !== null)
  const details = within(contactDialog()).getByRole('region', { name: 'Details of the problem' })
  for (const detail of ['request-4711', '/UserCenterIndex', 'demo'])
    expect(details.textContent).toContain(detail)
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(within(details).getByRole('button', { name: 'Copy Details of the problem' }))
  expect(write.mock.lastCall?.[0]).toContain('Request ID: request-4711')
  expect(within(contactDialog()).getAllByRole('link').length).toBeGreaterThan(0)
})

test('contacts that can’t be loaded are on the contact page, which a phone can open', async () => {
  injectFault('broken', { path: '/user/page', times: 9 })
  injectFault('broken', { path: '/customer-service/list', times: 4 })
  await openConsolePage('/UserCenterChild', { as: 'demo', lang: 'en' })
  await until(() => screen.queryByRole('button', { name: 'Contact support' }) !== null)
  await user.click(contactButton())
  await until(() => within(contactDialog()).queryByRole('alert') !== null)
  expect(
    within(contactDialog()).getByRole('img', { name: 'QR code of the contact page' }),
  ).toBeTruthy()
  const { pathname } = within(contactDialog()).getByRole<HTMLAnchorElement>('link')
  expect(pathname).toBe('/contactUs')
})

test('without a network the page says so, and offers the contacts', async () => {
  await openConsolePage('/UserCenterChild', { as: 'demo', lang: 'en' })
  await until(() => heading() === 'Sub-accounts')
  expect(screen.queryByRole('button', { name: 'Contact support' })).toBeNull()
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireWindowEvent('offline')
  await user.click(contactButton())
  expect(contactDialog().textContent).toContain('/UserCenterChild')
  network.mockRestore()
  fireWindowEvent('online')
})

test.each([
  ['https://wa.me/12025550178', 'https://wa.me/12025550178?text=a+b'],
  ['https://t.me/care', 'https://t.me/care?text=a+b'],
  ['https://u.wechat.com/x', 'https://u.wechat.com/x'],
])('the details go along to %s where its platform takes a text', (address, expected) => {
  expect(addressWithText(address, 'a b')).toBe(expected)
})
