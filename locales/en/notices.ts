/** English version of `zh/notices.ts`. */
import type { notices as zh } from '#locales/zh/notices.ts'
import type { Same } from '#locales/words.ts'

export const notices = {
  title: 'Notifications',
  list: 'Notification list',
  bell: {
    none: 'Notifications',
    some_one: 'Notifications, {{count}} unread',
    some_other: 'Notifications, {{count}} unread',
  },
  empty: 'No notifications yet. Payments, low balances and quota you receive will appear here.',
  failed: 'Couldn’t load notifications.',
  retry: 'Try again',
  unread: 'Unread',
  understood: 'Got it',
  goTo: {
    paid: 'View order',
    lowBalance: 'Recharge',
    received: 'View account log',
    spaceInvited: 'View invitation',
    spaceJoined: 'View space',
    newPlace: 'View login log',
    noTrial: 'Recharge',
  },
} satisfies Same<typeof zh>
