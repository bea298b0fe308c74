/** The bell, the list under it, and the notice that asks for attention at once. */
import type { notices as zh } from '#locales/zh/notices.ts'
import type { Same } from '#locales/words.ts'

export const notices = {
  title: 'Notices',
  list: 'List of notices',
  bell: {
    none: 'Notices',
    some_one: 'Notices, {{count}} unread',
    some_other: 'Notices, {{count}} unread',
  },
  empty: 'No notices yet. Payments, low balances and quota you receive will show up here.',
  failed: 'The notices could not be fetched.',
  retry: 'Try again',
  unread: 'Unread',
  understood: 'Got it',
  goTo: {
    paid: 'See the order',
    lowBalance: 'Recharge',
    received: 'See the account log',
    spaceInvited: 'See the invitation',
    spaceJoined: 'See the space',
    newPlace: 'See the login log',
    noTrial: 'Recharge',
  },
} satisfies Same<typeof zh>
