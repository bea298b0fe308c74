/** The English of `zh/site/guide.ts`. */
import type { guide as zh } from '#locales/zh/site/guide.ts'
import type { Same } from '#locales/words.ts'

export const guide = {
  title: 'Use docs',
  description:
    'Start in three parts: register, install and log in to the client, and write so that it translates well. What to do at each step and what you will see.',
  headline: 'Three parts, from registration to your first translation',
  lead: 'Follow the steps and you are up and running. Scan a code whenever you get stuck.',
  contents: 'On this page',
  account: {
    title: 'Register an account',
    lead: 'All it takes is an e-mail address you can read.',
    open: {
      title: 'Open the register page',
      text: 'Press “Register” at the top right. If you were given an invite link, come through it: it adds {{rewardCharacters}} characters.',
    },
    fill: {
      title: 'Fill in your details',
      text: 'A username of 2 to 32 characters that starts with a letter, and a password of 6 to 32.',
    },
    code: {
      title: 'Get the code',
      text: 'Press “Send code” and look in your mailbox. If nothing comes, you can send it again after 60 seconds.',
    },
    done: {
      title: 'Log in',
      text: 'Log in with your e-mail or username. Your {{trialCharacters}} trial characters are there, good for {{trialDays}} days.',
    },
  },
  operate: {
    title: 'Put it to work',
    lead: 'The client chats and translates; the user centre keeps your account, payments and records.',
    install: {
      title: 'Install the client',
      text: 'Choose your system on the download page, install it, and log in with the same account.',
    },
    add: {
      title: 'Add your chat apps',
      text: 'Add the apps you chat in, several accounts of each if you like, each with a proxy of its own if needed.',
    },
    set: {
      title: 'Set the languages',
      text: 'For each app choose your language and your customer’s, and switch two-way translation on.',
    },
    charge: {
      title: 'Recharge and share',
      text: 'Once the trial has convinced you, recharge in the user centre. A main account can open sub-accounts and give them characters, voice and images.',
    },
  },
  skill: {
    title: 'Write so that it translates well',
    lead: 'The same channel does better or worse depending on what you write.',
    short: {
      title: 'One thought per sentence',
      text: 'Split long sentences and name the subject; less goes astray.',
    },
    names: {
      title: 'Leave names and models alone',
      text: 'Write model numbers, sizes, names and web addresses in full, as they are.',
    },
    slang: {
      title: 'Go easy on slang',
      text: 'Spell out abbreviations and set phrases; your customer reads something more professional.',
    },
    channel: {
      title: 'Match the channel to the text',
      text: 'Tencent or Youdao for everyday chat, Google or Microsoft for rarer languages, DeepL for contracts and specifications, AI where tone matters.',
    },
  },
  more: 'Still looking for an answer?',
  moreText: 'Scan a code to reach support, after checking that the contact is really ours.',
  toRegister: 'Register',
  toDownload: 'Download',
  toPrice: 'See prices',
} satisfies Same<typeof zh>
