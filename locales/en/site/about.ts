/** English version of `zh/site/about.ts`. */
import type { about as zh } from '#locales/zh/site/about.ts'
import type { Same } from '#locales/words.ts'

export const about = {
  title: 'About us',
  description:
    'We are an independent software studio that does one thing, chat translation, with online support 24 hours a day.',
  headline: 'A software studio focused on chat translation',
  who: {
    title: 'Who we are',
    text: '{{product}} is built and run by a software studio, registered as an individual business. Being small keeps us focused: we help people who speak different languages do business in the chat apps they already use.',
  },
  skill: {
    title: 'What we are good at',
    text: 'The client works with more than 20 chat apps, over 200 languages and six translation channels. Every character used is on record, and translation accuracy is 99.9%.',
  },
  support: {
    title: 'Online 24 hours a day',
    text: 'Reach us on WeChat, WhatsApp and Telegram at any hour. Before you add a contact, verify on this site that it is really ours.',
  },
  future: {
    title: 'Where we are going',
    text: 'Over 200 cooperating customers and 10,000 users rely on it today. Next, we will add more chat apps and channels, and improve voice translation, image translation and AI replies.',
  },
  terms: {
    title: 'Good to know',
    age: 'Users must be {{minimumAge}} or older.',
    place: 'The service is for use in mainland China; prices are in RMB.',
    account:
      'Accounts are registered by email. If your contact details change, send us the new ones within {{contactDays}} working days.',
    leave: 'Deleting a main account also deletes all its sub-accounts and can’t be undone.',
  },
  contact: 'Contact us',
} satisfies Same<typeof zh>
