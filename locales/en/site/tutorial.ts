/** Words around the product tutorial: its groups, and the ways between its topics. */
import type { tutorial as zh } from '#locales/zh/site/tutorial.ts'
import type { Same } from '#locales/words.ts'

export const tutorial = {
  title: 'Product tutorial',
  lead: 'From registering to the last setting: nineteen topics, one thing at a time.',
  contents: 'Topics',
  groups: {
    start: 'Account and recharge',
    chat: 'Chats and customers',
    system: 'Settings and more',
  },
  ways: 'Topics before and after',
  previous: 'Previous',
  next: 'Next',
  note: 'Good to know',
  back: 'Use docs',
  picture: 'Drawing: {{topic}}',
} satisfies Same<typeof zh>
