/** The English of `zh/site/contact.ts`. */
import type { contact as zh } from '#locales/zh/site/contact.ts'
import type { Same } from '#locales/words.ts'

export const contact = {
  title: 'Contact us',
  description:
    'Reach sales and support on WeChat, WhatsApp or Telegram. Before you add anyone, check here that the account is really ours.',
  headline: 'Talk to a person, and to the right one',
  lead: 'Sales before you buy, support once you use it.',
  preSale: { title: 'Sales', text: 'Trials, packages, payment, and plans for teams.' },
  afterSale: { title: 'Support', text: 'Installation, translation settings, quota and accounts.' },
  check: {
    title: 'Verify before you add',
    text: 'Impostors pose as our staff to take payments or passwords. Enter their account and you know at once whether it is ours.',
    button: 'Verify a contact',
  },
} satisfies Same<typeof zh>
