/** English version of `zh/site/topics-chat.ts`. */
import type { topicsChat as zh } from '#locales/zh/site/topics-chat.ts'
import type { Same } from '#locales/words.ts'

export const topicsChat = {
  addApp: {
    title: 'Add apps',
    description:
      'Add the chat apps you use to the client. You can add the same app for several accounts.',
    lead: 'The client works with more than 20 chat apps. Each keeps its own window, with the translation next to the message.',
    one: {
      title: 'Choose the app',
      text: 'Choose a chat app from the client’s list and press “Add”.',
    },
    two: {
      title: 'Log in',
      text: 'Log in to the app in the window that opens, by scanning a code or with your account.',
    },
    three: {
      title: 'Add another',
      text: 'You can add the same app again. Each window holds one account, and none disturbs another.',
    },
    note: 'Name every window, so that you never write to the wrong person.',
  },
  manageApps: {
    title: 'Manage apps',
    description: 'Rename, sort, set up or remove app windows, and keep many accounts in order.',
    lead: 'Keep what you use at the top, and remove what you don’t.',
    one: {
      title: 'Rename and sort',
      text: 'Rename a window in the list, and drag it to where you want it.',
    },
    two: {
      title: 'Separate settings',
      text: 'Set languages, translation and proxy separately for each window.',
    },
    three: {
      title: 'Remove',
      text: 'Remove a window you no longer need. Your account in the chat app itself is not affected.',
    },
    note: 'Unread messages are marked next to the window’s name, so you don’t need to open each window to check.',
  },
  translation: {
    title: 'Translation settings',
    description:
      'Choose both languages, turn on two-way translation, and read the translation before it is sent.',
    lead: 'Messages arrive in your language, and yours are sent in your customer’s.',
    one: {
      title: 'Choose the languages',
      text: 'Choose your language and your customer’s from more than 200.',
    },
    two: {
      title: 'Turn it on',
      text: 'Incoming messages are shown with their translation. For your own messages, you see the translation first and send it once you agree.',
    },
    three: {
      title: 'Choose the channel',
      text: 'The main account chooses the translation channel in the user centre. Channels differ in price, so you see first how your quota will change.',
    },
    four: {
      title: 'Test it',
      text: 'Use the translation test in the user centre to translate your own text and compare several channels.',
    },
    note: 'Only successful translations are charged.',
  },
  quickReply: {
    title: 'Quick replies',
    description:
      'Save the sentences you use often, insert them with one click, and have them translated like any other message.',
    lead: 'Prices, shipping, returns: never type the same thing twice.',
    one: { title: 'Add', text: 'Write a sentence you use often and add it to a group.' },
    two: {
      title: 'Use',
      text: 'Press it while chatting to insert it into the input box, ready to edit and send.',
    },
    three: { title: 'Sort', text: 'Group replies by occasion, with the most used first.' },
    note: 'Write them in your own language. They are translated into each customer’s language.',
  },
  fanNotes: {
    title: 'Fan notes',
    description: 'Keep notes and tags on your customers, and build your own customer database.',
    lead: 'The note shows at a glance what you agreed last time.',
    one: {
      title: 'Write a note',
      text: 'Next to the chat, note what they need, what you offered and what you agreed.',
    },
    two: {
      title: 'Add tags',
      text: 'Use tags for country, stage and interest, and find people by tag.',
    },
    three: {
      title: 'Count',
      text: 'The follower count shows how many customers are new. A main account can view the fan data of its sub-accounts.',
    },
    note: 'When a colleague leaves, notes and tags stay with the account, and so do the customers.',
  },
  massMessaging: {
    title: 'Mass messaging',
    description: 'Send one message to many customers, each in their own language.',
    lead: 'New products, offers, holidays: write once, reach everyone.',
    one: { title: 'Choose recipients', text: 'Select the customers or groups to send to.' },
    two: {
      title: 'Write',
      text: 'Write the message once in your own language, with images if you like.',
    },
    three: {
      title: 'Check and send',
      text: 'Check the translations first, then start. You can stop at any time.',
    },
    note: 'Follow the rules of each chat app, and write only to people who want to hear from you.',
  },
  aiReply: {
    title: 'AI reply',
    description: 'Let AI draft a reply from the conversation, then edit and send it.',
    lead: 'When you don’t know how to start, let AI start.',
    one: {
      title: 'Draft',
      text: 'Press “AI reply” in a conversation to get a suggestion that fits.',
    },
    two: { title: 'Edit', text: 'Adjust the tone and content until it says what you mean.' },
    three: { title: 'Send', text: 'Send it when it is right. It is translated on the way.' },
    note: 'Check prices, dates and promises yourself. AI does not know your stock.',
  },
} satisfies Same<typeof zh>
