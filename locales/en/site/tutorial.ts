/** English version of `zh/site/tutorial.ts`. */
import type { tutorial as zh } from '#locales/zh/site/tutorial.ts'
import type { Same } from '#locales/words.ts'

export const tutorial = {
  title: 'Product tutorial',
  lead: 'From registration to the last setting: 19 topics, one step at a time.',
  contents: 'Topics',
  groups: {
    start: 'Account and recharge',
    chat: 'Chats and customers',
    system: 'Settings and more',
  },
  ways: 'Previous and next topics',
  previous: 'Previous',
  next: 'Next',
  note: 'Good to know',
  back: 'Docs',
  picture: 'Drawing: {{topic}}',
} satisfies Same<typeof zh>
