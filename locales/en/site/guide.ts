/** English version of `zh/site/guide.ts`. */
import type { guide as zh } from '#locales/zh/site/guide.ts'
import type { Same } from '#locales/words.ts'

export const guide = {
  title: 'Docs',
  description:
    'Get started in three parts: register, install and log in to the client, and write text that translates well. What to do at each step and what you will see.',
  headline: 'From registration to your first translation in three parts',
  lead: 'Follow the steps to get up and running. If you get stuck, scan a code to contact support.',
  contents: 'On this page',
  account: {
    title: 'Register an account',
    lead: 'All you need is an email address.',
    open: {
      title: 'Open the register page',
      text: 'Press “Register” at the top right. If you have an invitation link, open it first: it adds {{rewardCharacters}} characters.',
    },
    fill: {
      title: 'Fill in your details',
      text: 'A username of {{nameMin}} to {{nameMax}} characters that starts with a letter, and a password of {{passwordMin}} to {{passwordMax}}.',
    },
    code: {
      title: 'Get the code',
      text: 'Press “Send code” and check your inbox. If nothing arrives, you can send it again after {{codeWaitSeconds}} seconds.',
    },
    done: {
      title: 'Log in',
      text: 'Log in with your email or username. Your {{trialCharacters}} trial characters are ready, valid for {{trialDays}} days.',
    },
  },
  operate: {
    title: 'Start translating',
    lead: 'Chat and translate in the client. Manage your account, payments and records in the user centre.',
    install: {
      title: 'Install the client',
      text: 'Choose your system on the download page, install it, and log in with the same account.',
    },
    add: {
      title: 'Add your chat apps',
      text: 'Add the apps you chat in, with several accounts of each if you like, and each with its own proxy if needed.',
    },
    set: {
      title: 'Set the languages',
      text: 'For each app, choose your language and your customer’s, and turn on two-way translation.',
    },
    charge: {
      title: 'Recharge and distribute',
      text: 'When you are ready to pay, recharge in the user centre. A main account can add sub-accounts and distribute characters, voice units and images to them.',
    },
  },
  skill: {
    title: 'Write for translation',
    lead: 'The quality of a translation also depends on what you write.',
    short: {
      title: 'One idea per sentence',
      text: 'Split long sentences and name the subject. Less gets lost.',
    },
    names: {
      title: 'Keep names and models as they are',
      text: 'Write model numbers, sizes, names and web addresses in full.',
    },
    slang: {
      title: 'Go easy on slang',
      text: 'Spell out abbreviations and avoid idioms. Your customer reads a more professional message.',
    },
    channel: {
      title: 'Match the channel to the text',
      text: 'Use Tencent or Youdao for everyday chat, Google or Microsoft for rarer languages, DeepL for contracts and specifications, and AI where tone matters.',
    },
  },
  more: 'Still have questions?',
  moreText: 'Scan a code to contact support. Verify first that the contact is really ours.',
  toRegister: 'Register',
  toDownload: 'Download',
  toPrice: 'View prices',
} satisfies Same<typeof zh>
