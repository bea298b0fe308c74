/** English version of `zh/site/topics-system.ts`. */
import type { topicsSystem as zh } from '#locales/zh/site/topics-system.ts'
import type { Same } from '#locales/words.ts'

export const topicsSystem = {
  proxy: {
    title: 'Proxy settings',
    description: 'Give each app window its own network proxy, so that accounts stay apart.',
    lead: 'Each window can use its own network without affecting the others.',
    one: { title: 'Open the settings', text: 'Open the window’s settings and find “Proxy”.' },
    two: {
      title: 'Enter the proxy',
      text: 'Enter type, address and port, and a username and password if the proxy needs them.',
    },
    three: {
      title: 'Test',
      text: 'Test the connection, then save. The proxy takes effect when you reopen the window.',
    },
    note: 'You provide your own proxy. Follow local law and the rules of each app.',
  },
  system: {
    title: 'System settings',
    description: 'Set the language, how the client starts, its alerts and its cache.',
    lead: 'Set it up once the way you like it.',
    one: { title: 'Language', text: 'Change between Chinese and English at any time.' },
    two: {
      title: 'Startup and alerts',
      text: 'Choose whether the client starts with your computer, and how it alerts you to new messages.',
    },
    three: {
      title: 'Clear the cache',
      text: 'If the cache grows too large, clear it. Data in the chat apps is not affected.',
    },
    note: 'On a shared computer, log out before you leave.',
  },
  smartAi: {
    title: 'Smart AI',
    description: 'Polish, summarise and rewrite with AI, and sound natural in another language.',
    lead: 'AI does more than translate. It helps you say it well.',
    one: { title: 'Polish', text: 'Write a draft, and let AI make it smoother and more polite.' },
    two: { title: 'Summarise', text: 'When a conversation gets long, let AI list the key points.' },
    three: {
      title: 'Choose the channel',
      text: 'Where tone matters, choose the ChatGPT-style AI channel.',
    },
    note: 'AI translation is charged at that channel’s price, which you see before you change channel.',
  },
  image: {
    title: 'Image translation',
    description: 'Read the text in images: manuals, labels, screenshots of chats.',
    lead: 'Translate the text in an image and compare it with the original.',
    one: {
      title: 'Choose an image',
      text: 'Press “Translate” next to an image in a chat, or open one from your computer.',
    },
    two: {
      title: 'Read it',
      text: 'The translation appears in place of the original text, so the two are easy to compare.',
    },
    three: { title: 'Copy', text: 'Copy the text you need.' },
    note: 'Each image uses one unit of your image quota. The overview shows how many are left, and a main account can distribute images to its sub-accounts.',
  },
  customerCenter: {
    title: 'Customer centre',
    description: 'All customers from all chat apps in one place, to find, tag and follow up.',
    lead: 'Your customers are spread across many apps. What you know about them is in one place.',
    one: {
      title: 'View all customers',
      text: 'Customers from all windows appear in one list. Find them by name, tag or source.',
    },
    two: {
      title: 'Track progress',
      text: 'Note the stage, country and next step, so that no order gets lost.',
    },
    three: {
      title: 'Share the work',
      text: 'The main account sees every customer. A sub-account sees its own.',
    },
    note: 'Names and contact details are personal data. Keep them safe.',
  },
  display: {
    title: 'Display settings',
    description: 'Text size, light or dark theme, and how translations are shown.',
    lead: 'You decide where the translation appears and how large it is.',
    one: {
      title: 'Translation position',
      text: 'Show the translation below the original, or on its own.',
    },
    two: {
      title: 'Text size and theme',
      text: 'Change the text size, and choose the light, dark or system theme.',
    },
    three: {
      title: 'Layout',
      text: 'Collapse the window list to leave more room for the conversation.',
    },
    note: 'The user centre on the web also has a light and a dark theme, in the account menu at the top right.',
  },
} satisfies Same<typeof zh>
