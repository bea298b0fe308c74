/** The tutorial’s topics about settings, and what the client does besides. */
import type { topicsSystem as zh } from '#locales/zh/site/topics-system.ts'
import type { Same } from '#locales/words.ts'

export const topicsSystem = {
  proxy: {
    title: 'Proxy settings',
    description: 'Give each window of an app a network proxy of its own.',
    lead: 'Every window can use its own network without touching the others.',
    one: { title: 'Open the settings', text: 'Find “Proxy” in the settings of the window.' },
    two: {
      title: 'Fill in',
      text: 'Enter type, address and port, and name and password if the proxy has them.',
    },
    three: {
      title: 'Test',
      text: 'Test the connection, then save. It takes effect when the window is opened again.',
    },
    note: 'The proxy is yours to provide. Keep to the law where you are, and to the rules of each app.',
  },
  system: {
    title: 'System settings',
    description: 'Language, starting, alerts and clearing the cache.',
    lead: 'Set it once the way you like it, and forget about it.',
    one: { title: 'Language', text: 'Switch between Chinese and English whenever you like.' },
    two: {
      title: 'Starting and alerts',
      text: 'Choose whether it starts with the computer, and how a new message is announced.',
    },
    three: {
      title: 'Cleaning up',
      text: 'When the cache grows, clear it. What the chat apps keep is not touched.',
    },
    note: 'On a computer that several people share, log out before you leave.',
  },
  smartAi: {
    title: 'Smart AI',
    description: 'Polish, sum up and rewrite with AI, and sound natural in another language.',
    lead: 'AI does more than translate: it helps you say it well.',
    one: { title: 'Polish', text: 'Write a draft and let AI make it smoother and more polite.' },
    two: { title: 'Sum up', text: 'When a conversation grows long, let AI list its points.' },
    three: {
      title: 'Choose the channel',
      text: 'Where tone matters, choose the ChatGPT-style AI channel for translation.',
    },
    note: 'AI translation is charged at that channel’s price, which you see before you switch.',
  },
  image: {
    title: 'Image translation',
    description: 'Read the writing in pictures: manuals, labels, screenshots of chats.',
    lead: 'Words in a picture can be translated too, and compared with the original.',
    one: {
      title: 'Choose a picture',
      text: 'Press translate beside a picture in a chat, or open one from your computer.',
    },
    two: {
      title: 'Read it',
      text: 'The translation stands where the original text stood, easy to compare.',
    },
    three: { title: 'Copy', text: 'Copy what you need and go on with it.' },
    note: 'It is charged by image units. The overview shows how many are left, and a main account can give some to its sub-accounts.',
  },
  customerCenter: {
    title: 'Customer centre',
    description: 'All customers of all chat apps in one place, to find, tag and follow up.',
    lead: 'Customers are scattered over many apps; what you know of them is in one place.',
    one: {
      title: 'See them together',
      text: 'The customers of all windows stand in one list, found by name, tag or source.',
    },
    two: {
      title: 'Note the progress',
      text: 'Note stage, country and the next step, and lose no order.',
    },
    three: {
      title: 'Share the work',
      text: 'The main account sees every customer; a sub-account sees its own.',
    },
    note: 'Names and contacts are personal data: keep them safe.',
  },
  display: {
    title: 'Display settings',
    description: 'Size of text, light or dark, and how translations are shown.',
    lead: 'Where the translation stands and how large it is are up to you.',
    one: {
      title: 'Place of the translation',
      text: 'Show it under the original, or show the translation alone.',
    },
    two: {
      title: 'Size and theme',
      text: 'Change the size of text, and choose light, dark or that of the system.',
    },
    three: {
      title: 'Layout',
      text: 'Fold the list of windows away and leave the room to the conversation.',
    },
    note: 'The user centre on the web has light and dark too, in the account menu at the top right.',
  },
} satisfies Same<typeof zh>
