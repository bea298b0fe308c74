/** Pictures of contacts in every format of a backend (spec 3.7), and rejected values. */
import { expect, test } from 'vitest'
import { contactsOf } from '#client/service-contacts.ts'

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const jpeg =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////wAALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA='

test.each([
  ['https://cdn.example.com/qr/1.png', 'https://cdn.example.com/qr/1.png'],
  [`data:image/png;base64,${png}`, `data:image/png;base64,${png}`],
  [png, `data:image/png;base64,${png}`],
  [jpeg, `data:image/jpeg;base64,${jpeg}`],
  ['/files/qr.png', '/files/qr.png'],
  ['http://cdn.example.com/qr/1.png', undefined],
  ['data:text/html,<script>alert(1)</script>', undefined],
  ['javascript:alert(1)', undefined],
  ['iVBORw0KGgo"><script>', undefined],
  ['//evil.example.com/x.png', undefined],
  ['', undefined],
  [null, undefined],
])('%s is shown as %s', (qrCode, picture) => {
  const [contact] = contactsOf(
    [{ platform: 'WeChat', accountList: [{ accountType: 1, account: 'a', qrCode }] }],
    'preSale',
  )
  expect(contact?.picture).toBe(picture)
})
