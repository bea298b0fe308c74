/** English version of `zh/site/home.ts`. */
import type { home as zh } from '#locales/zh/site/home.ts'
import type { Same } from '#locales/words.ts'

export const home = {
  title: 'Live translation for chat apps',
  description:
    'Live two-way translation inside more than 20 chat apps, in over 200 languages. Pay by character or by month; {{trialCharacters}} characters are free to try.',
  start: 'Start free trial',
  prices: 'View prices',
  console: 'Open the user centre',
  carousel: 'The product at a glance',
  hero: {
    headline: 'Chat with every customer in their language',
    lead: 'Live two-way translation inside more than 20 chat apps, in over 200 languages. You type in your language. Your customer reads theirs.',
    note: '{{trialCharacters}} free characters for {{trialDays}} days. No payment needed.',
  },
  team: {
    headline: 'One account for the whole team',
    lead: 'Add as many sub-accounts as you need and distribute characters, voice units and images to each. Every balance change is on record.',
    note: 'Sub-accounts are included in character packages.',
    main: 'Main account',
    left: 'to distribute',
  },
  media: {
    headline: 'Voice messages and images, translated too',
    lead: 'When a customer sends a voice message or an image with text in it, you get that in your language too. Voice and images have their own quotas.',
    note: 'You can distribute voice units and images to sub-accounts.',
  },
  chat: {
    label:
      'A sample chat: the seller writes Chinese, the buyer writes English, and each sees the translation',
    contact: 'Customer',
    online: 'Translating both ways',
    type: 'Type Chinese, send English',
  },
  stats: {
    label: 'At a glance',
    customers: 'cooperating customers',
    users: 'users',
    usersNumber: '10,000',
    industries: 'industries',
    service: 'service',
    accuracy: 'translation accuracy',
  },
  features: {
    title: 'Accurate, at prices that make sense',
    lead: 'Languages, channels, billing and rewards at a glance.',
    languages: {
      title: 'Over 200 languages, both ways',
      text: 'Incoming messages arrive in your language, and yours leave in theirs. Common or rare, every language works in the same window.',
    },
    engines: {
      title: 'Six translation channels, change any time',
      text: 'Tencent and Youdao for everyday chat, Google and Microsoft for higher quality, DeepL for specialist content, and ChatGPT-style AI.',
    },
    billing: {
      title: 'Pay per character or per month',
      text: 'Character packages have no time limit. Monthly packages give you unlimited characters for {{monthDays}} days. All prices are clear.',
    },
    reward: {
      title: 'Invite others, and they get {{rewardCharacters}} extra characters',
      text: 'New users who register through your invitation link get {{rewardCharacters}} extra characters. The user centre shows how many people you have invited.',
    },
  },
  panels: {
    title: 'All you need for cross-border chat',
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
      text: 'Keep your usual answers in groups and send them with one click, translated on the way.',
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
      text: 'AI drafts a reply from the conversation. You confirm or edit it before it goes out.',
    },
    proxy: {
      title: 'A proxy per app',
      text: 'Give each app its own proxy, so that several accounts never get in each other’s way.',
    },
    fans: {
      title: 'Follower counting',
      text: 'New followers are counted for you, so you see what your campaigns bring in every day.',
    },
    apps: 'Supported chat apps',
    appsMore: 'and more, over 20 in total',
    more: 'Read the docs',
  },
  why: {
    title: 'Why {{product}}',
    try: {
      title: 'Try first, pay later',
      text: 'A new account gets {{trialCharacters}} characters for {{trialDays}} days. Judge the quality in your own chats.',
    },
    clear: {
      title: 'Every character accounted for',
      text: 'Only successful translations are charged. Every recharge, distribution and use is logged with the balance before and after.',
    },
    people: {
      title: 'Real people, 24/7',
      text: 'Scan a code and talk to a person in sales or support. You can verify on this site that the account is really ours.',
    },
  },
  craft: {
    title: 'Professional translation that stays out of your way',
    first:
      'Trade inquiries, cross-border support, overseas communities: any sentence can win or lose an order. {{product}} brings six translation channels into the chat apps you already use. You talk to your customers, and we take care of the language.',
    second:
      'We serve over 200 cooperating customers in more than 180 industries, with a translation accuracy of 99.9%. The main account pays, sub-accounts talk to customers, and quotas and logs stay clear.',
  },
  teaser: {
    title: 'Clear prices',
    lead: 'Characters with no time limit, or a month with no character limit.',
    char: 'Per character',
    time: 'Per month',
    more: 'View all packages',
    none: 'Couldn’t load the packages. Please see the pricing page.',
  },
  faq: {
    title: 'Questions and answers',
    trial: {
      q: 'What is included in the free trial?',
      a: '{{trialCharacters}} characters from the moment you register, valid for {{trialDays}} days. Register through an invitation link and you get {{rewardCharacters}} more.',
    },
    count: {
      q: 'How are characters counted?',
      a: 'By the original text: each letter, Chinese character, punctuation mark and space counts as one. A translation that fails costs nothing.',
    },
    modes: {
      q: 'Character package or monthly package?',
      a: 'A character package is used up as you translate, has no time limit and supports sub-accounts. A monthly package is unlimited for {{monthDays}} days, without sub-accounts.',
    },
    channel: {
      q: 'Can I change the translation channel?',
      a: 'Yes. The main account can change it in the user centre at any time. Channels differ in price, so your remaining characters are converted at equal value. You see the result before you confirm.',
    },
    team: {
      q: 'How does a team share an account?',
      a: 'The main account adds any number of sub-accounts and distributes characters, voice units and images to each, or turns on automatic distribution.',
    },
    real: {
      q: 'How do I know that a contact is really yours?',
      a: 'Press “Verify a contact”, choose the platform and enter the account. You see at once whether it is one of ours.',
    },
  },
  last: {
    title: 'Speak your customers’ language today',
    text: 'All you need is an email address. Your {{trialCharacters}} characters are ready at once.',
  },
} satisfies Same<typeof zh>
