/** The English of `zh/site/price.ts`. */
import type { price as zh } from '#locales/zh/site/price.ts'
import type { Same } from '#locales/words.ts'

export const price = {
  title: 'Price',
  description:
    'Character packages without a time limit, monthly plans with unlimited characters for 30 days. Plain prices, and {{trialCharacters}} characters to try before you buy.',
  headline: 'Pay for what you use, or a month without limits',
  lead: 'All prices are in RMB. Numbers of messages assume {{length}} characters each.',
  char: {
    title: 'Billed by character',
    text: 'No time limit, used up as you go, with sub-accounts.',
  },
  time: {
    title: 'Billed by month',
    short: 'monthly',
    text: 'Unlimited characters for 30 days, without sub-accounts.',
  },
  kind: {
    standard: 'Tencent and Youdao: right for everyday chat and first inquiries.',
    professional: 'Google and Microsoft: more accurate, and more of the rarer languages.',
    premium: 'DeepL: for contracts, specifications and technical content.',
    ai: 'ChatGPT-style AI translation: natural in tone, aware of context.',
    gpt: 'ChatGPT-style AI translation for a month, unlimited characters.',
    char: 'Used up by the character, without a time limit.',
    time: 'Unlimited characters while it lasts.',
  },
  unlimited: 'Unlimited characters',
  messages: 'about {{count}} messages, {{cost}} per 1,000 messages',
  choose: 'Choose this package',
  chosen: 'Selected',
  unsure:
    'Not sure which one costs less? Say how much you chat, and see how long each package lasts and what a month of it costs.',
  trial: 'Free trial',
  buy: 'Buy packages',
  none: 'The packages can’t be read right now. Please refresh the page later, or scan a code to ask sales.',
  calculator: {
    title: 'How long will it last me?',
    lead: 'A Chinese message usually has a dozen to a few dozen characters; an English one has more, since every letter counts. Set it to your own habits.',
    length: 'Characters per message',
    day: 'Messages a day, both ways',
    messages: '{{characters}} characters are about {{count}} messages',
    package: 'Package',
    lasts: 'Lasts',
    cost: 'A month costs',
    days: 'about {{days}} days',
    month: 'A month takes about {{characters}} characters',
    better:
      'Both directions count. A character package is spread over the months it lasts; a monthly plan always costs the same.',
  },
  notes: {
    title: 'Before you buy',
    trial:
      'A new account can try {{trialCharacters}} characters free, good for {{trialDays}} days.',
    char: 'Character packages have no time limit. Buy again and the characters add up.',
    time: 'A monthly plan is 30 days of unlimited characters. Renew early and the days are added.',
    fail: 'Only translations that succeed are charged, by the characters of the original.',
    pay: 'Pay with Alipay or WeChat Pay, in RMB.',
  },
} satisfies Same<typeof zh>
