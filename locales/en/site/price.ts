/** English version of `zh/site/price.ts`. */
import type { price as zh } from '#locales/zh/site/price.ts'
import type { Same } from '#locales/words.ts'

export const price = {
  title: 'Pricing',
  description:
    'Character packages with no time limit, or monthly packages with unlimited characters for {{monthDays}} days. Clear prices, and {{trialCharacters}} characters to try before you buy.',
  headline: 'Pay per character, or go unlimited for a month',
  lead: 'All prices are in RMB. Message counts assume {{length}} characters per message.',
  char: {
    title: 'Character packages',
    text: 'No time limit. Sub-accounts included.',
  },
  time: {
    title: 'Monthly packages',
    short: 'monthly',
    text: 'Unlimited characters for {{monthDays}} days. No sub-accounts.',
  },
  kind: {
    standard: 'Tencent and Youdao: right for everyday chat and first inquiries.',
    professional: 'Google and Microsoft: more accurate, and better with rarer languages.',
    premium: 'DeepL: for contracts, specifications and technical texts.',
    ai: 'ChatGPT-style AI translation: natural in tone and aware of context.',
    gpt: 'ChatGPT-style AI translation with unlimited characters for a month.',
    char: 'Pay for the characters you translate. No time limit.',
    time: 'Unlimited characters while the package is valid.',
  },
  unlimited: 'Unlimited characters',
  messages: 'about {{count}} messages, {{cost}} per 1,000 messages',
  choose: 'Choose this package',
  chosen: 'Selected',
  unsure:
    'Not sure which one costs less? Enter how much you chat to see how long each package lasts and what it costs per month.',
  trial: 'Start free trial',
  buy: 'Buy a package',
  none: 'Couldn’t load the packages. Please refresh the page later, or scan a code to ask sales.',
  calculator: {
    title: 'How long will it last?',
    lead: 'A Chinese message usually has a dozen to a few dozen characters. An English one has more, because every letter counts. Adjust the numbers to the way you chat.',
    length: 'Characters per message',
    day: 'Messages per day, both directions',
    messages: '{{characters}} characters are about {{count}} messages',
    package: 'Package',
    lasts: 'Lasts',
    cost: 'Cost per month',
    days: 'about {{days}} days',
    month: 'About {{characters}} characters per month',
    better:
      'Both directions count. The cost of a character package is spread over the months it lasts. A monthly package always costs the same.',
  },
  notes: {
    title: 'Before you buy',
    trial: 'A new account gets {{trialCharacters}} free characters, valid for {{trialDays}} days.',
    char: 'Character packages have no time limit. Buy again and the characters add up.',
    time: 'A monthly package gives you {{monthDays}} days of unlimited characters. Renew early and the days are added.',
    fail: 'Only successful translations are charged, by the number of characters in the original.',
    pay: 'Pay with Alipay or WeChat Pay, in RMB.',
  },
} satisfies Same<typeof zh>
