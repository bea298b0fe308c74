/** English version of `zh/site/contact.ts`. */
import type { contact as zh } from '#locales/zh/site/contact.ts'
import type { Same } from '#locales/words.ts'

export const contact = {
  title: 'Contact us',
  description:
    'Reach sales and support on WeChat, WhatsApp or Telegram. Before you add anyone, verify here that the account is really ours.',
  headline: 'Talk to the right person',
  lead: 'Sales before you buy, support after.',
  preSale: { title: 'Sales', text: 'Trials, packages, payment and team plans.' },
  afterSale: { title: 'Support', text: 'Installation, translation settings, quota and accounts.' },
  check: {
    title: 'Verify before you add',
    text: 'Impostors pose as our staff to take payments or passwords. Enter their account to see at once whether it is ours.',
    button: 'Verify a contact',
  },
} satisfies Same<typeof zh>
