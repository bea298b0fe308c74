/** The English of `zh/site/home.ts`. */
import type { home as zh } from '#locales/zh/site/home.ts'
import type { Same } from '#locales/words.ts'

export const home = {
  title: 'Live translation for chat apps',
  description:
    'Live two-way translation inside more than 20 chat apps, in over 200 languages. Pay by character or by month; {{trialCharacters}} characters are free to try.',
  start: 'Free trial',
  prices: 'See prices',
  console: 'Open the user centre',
  carousel: 'The product at a glance',
  hero: {
    headline: 'Chat with every customer in their language',
    lead: 'Live translation both ways inside more than 20 chat apps, in over 200 languages. You type in your language; your customer reads theirs.',
    note: '{{trialCharacters}} characters to try, good for {{trialDays}} days, no payment needed.',
  },
  team: {
    headline: 'One account for the whole team',
    lead: 'Open as many sub-accounts as you need and give each its own characters, voice and images. Every change of a balance is on record.',
    note: 'Sub-accounts come with packages billed by character.',
    main: 'Main account',
    left: 'to give out',
  },
  media: {
    headline: 'Voice notes and pictures, translated too',
    lead: 'When a customer sends a voice message or a picture with text in it, you get that in your language as well. Voice and images have a quota of their own.',
    note: 'Voice and image quota can be shared with sub-accounts.',
  },
  chat: {
    label:
      'A sample chat: the seller writes Chinese, the buyer writes English, and each sees the translation',
    contact: 'Customer',
    online: 'Translating both ways',
    type: 'Type Chinese, send English',
  },
  stats: {
    label: 'Where we stand',
    customers: 'cooperating customers',
    users: 'users',
    usersNumber: '10,000',
    industries: 'industries',
    service: 'service',
    accuracy: 'translation accuracy',
  },
  features: {
    title: 'Accurate, at prices that make sense',
    lead: 'Languages, channels, billing and rewards: four things to know.',
    languages: {
      title: 'Over 200 languages, both ways',
      text: 'What you receive arrives in your language; what you send leaves in theirs. Widely spoken or rare, it all happens in the same window.',
    },
    engines: {
      title: 'Six translation channels, switch any time',
      text: 'Tencent and Youdao for everyday chat, Google and Microsoft for higher quality, DeepL for specialist content, and ChatGPT-style AI.',
    },
    billing: {
      title: 'By character or by month',
      text: 'Character packages have no time limit. Monthly plans give you unlimited characters for 30 days. Both have plain prices.',
    },
    reward: {
      title: 'Invite others, they start with {{rewardCharacters}} more characters',
      text: 'A new user who registers through your invite link gets {{rewardCharacters}} extra characters. Your invite count is in the user centre.',
    },
  },
  panels: {
    title: 'Everything cross-border chat needs, in one client',
    lead: 'No more copying between a translation page and a chat window.',
    chat: {
      title: 'Two-way chat translation',
      text: 'Messages you send and receive in more than 20 chat apps are translated, original and translation side by side.',
    },
    media: {
      title: 'Voice and image translation',
      text: 'Voice messages, product photos, screenshots: get the translation without typing anything out.',
    },
    replies: {
      title: 'Quick replies',
      text: 'Keep your usual answers in groups, send them with one click, translated on the way.',
    },
    notes: {
      title: 'Fan notes and customer database',
      text: 'Notes and a record for every customer, so a colleague can pick up where you left off.',
    },
    mass: {
      title: 'Mass messaging',
      text: 'Choose the customers and send once: new arrivals, restocks, season’s greetings.',
    },
    ai: {
      title: 'AI reply',
      text: 'A reply drafted from the conversation, for you to confirm or change before it goes out.',
    },
    proxy: {
      title: 'A proxy per app',
      text: 'Give each app a proxy of its own, so several accounts never get in each other’s way.',
    },
    fans: {
      title: 'Follower counting',
      text: 'New followers are counted for you, so you see every day what your campaigns bring.',
    },
    apps: 'Chat apps it works with',
    appsMore: 'and more, over 20 in all',
    more: 'Read the use docs',
  },
  why: {
    title: 'Why {{product}}',
    try: {
      title: 'Try first, pay later',
      text: 'A new account has {{trialCharacters}} characters for {{trialDays}} days. Judge the quality with customers of your own.',
    },
    clear: {
      title: 'Every character accounted for',
      text: 'Only translations that succeed are charged. Each recharge, transfer and use is logged with the balance before and after.',
    },
    people: {
      title: 'People who answer, 24/7',
      text: 'Scan a code and talk to a person in sales or support. You can check on this site that the account is really ours.',
    },
  },
  craft: {
    title: 'Professional translation that stays out of your way',
    first:
      'Trade inquiries, cross-border support, overseas communities: any sentence can win or lose an order. {{product}} brings six translation channels into the chat apps you already use. You talk; we take care of the language.',
    second:
      'We serve over 200 cooperating customers in more than 180 industries, with a translation accuracy of 99.9%. The main account pays, sub-accounts talk to customers, and quotas and logs stay clear throughout.',
  },
  teaser: {
    title: 'Plain prices',
    lead: 'Characters without a time limit, or a month without a character limit.',
    char: 'By character',
    time: 'By month',
    more: 'See all packages',
    none: 'The packages can’t be read right now. Please see the price page.',
  },
  faq: {
    title: 'Questions and answers',
    trial: {
      q: 'What is in the free trial?',
      a: '{{trialCharacters}} characters from the moment you register, good for {{trialDays}} days. Register through an invite link and you get {{rewardCharacters}} more.',
    },
    count: {
      q: 'How are characters counted?',
      a: 'By the original text: each letter, Chinese character, punctuation mark or space is one. A translation that fails costs nothing.',
    },
    modes: {
      q: 'Character package or monthly plan?',
      a: 'A character package is used up as you go, has no time limit and supports sub-accounts. A monthly plan is unlimited for 30 days, without sub-accounts.',
    },
    channel: {
      q: 'Can I change the translation channel?',
      a: 'Yes. The main account changes it in the user centre at any time. Channels differ in price, so your remaining characters are converted at equal value; you see the result before you confirm.',
    },
    team: {
      q: 'How does a team share an account?',
      a: 'The main account opens any number of sub-accounts and gives each characters, voice and images, or switches on automatic distribution.',
    },
    real: {
      q: 'How do I know that a contact is really yours?',
      a: 'Press “Check a contact”, choose the platform and enter the account. You see at once whether it is one of ours.',
    },
  },
  last: {
    title: 'Speak your customers’ language today',
    text: 'All you need is an e-mail address. Your {{trialCharacters}} characters are ready at once.',
  },
} satisfies Same<typeof zh>
