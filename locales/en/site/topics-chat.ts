/** The tutorial’s topics about chatting: applications, translation, replies and customers. */
import type { topicsChat as zh } from '#locales/zh/site/topics-chat.ts'
import type { Same } from '#locales/words.ts'

export const topicsChat = {
  addApp: {
    title: 'Adding an application',
    description:
      'Add the chat apps you use to the client; the same one can be added for several accounts.',
    lead: 'The client works with more than 20 chat apps. Messages stay in their own window, with the translation beside them.',
    one: {
      title: 'Choose the app',
      text: 'Choose a chat app from the client’s list and press “Add”.',
    },
    two: {
      title: 'Log in',
      text: 'Log in to it in its own way, by scanning a code or with its account, in the window that opens.',
    },
    three: {
      title: 'Add another',
      text: 'The same app can be added again. Each window holds one account and none disturbs another.',
    },
    note: 'Give every window a name, and with many accounts you still won’t write to the wrong person.',
  },
  manageApps: {
    title: 'Managing applications',
    description:
      'Rename, sort, set up or remove the windows of your apps, and keep many accounts in order.',
    lead: 'Keep what you use at the top, and put away what you don’t.',
    one: {
      title: 'Rename and sort',
      text: 'Rename a window in the list, and drag it to where you want it.',
    },
    two: {
      title: 'Settings of its own',
      text: 'Languages, translation and proxy can be set for each window alone.',
    },
    three: {
      title: 'Remove',
      text: 'Remove a window you no longer need. The account in the chat app itself is not touched.',
    },
    note: 'Unread messages are marked beside the window’s name, so you need not open each one to look.',
  },
  translation: {
    title: 'Translation settings',
    description:
      'Choose both languages, switch two-way translation on, and read the translation before it is sent.',
    lead: 'What they say comes in your language, and what you write goes out in theirs.',
    one: {
      title: 'Choose the languages',
      text: 'Choose your language and your customer’s, out of more than 200.',
    },
    two: {
      title: 'Switch it on',
      text: 'What comes in is shown with its translation. What you write shows its translation first, and goes out once you agree.',
    },
    three: {
      title: 'Choose the channel',
      text: 'The main account chooses the translation channel in the user centre. Channels differ in price, so you first see what your quota becomes.',
    },
    four: {
      title: 'Try it',
      text: 'The translation test in the user centre takes a text of your own and can put several channels side by side.',
    },
    note: 'Only a translation that succeeds is charged.',
  },
  quickReply: {
    title: 'Quick replies',
    description:
      'Keep the sentences you use often; one press fills them in, and they are translated like any other.',
    lead: 'Prices, shipping, returns: never write the same thing twice.',
    one: { title: 'Add', text: 'Write a sentence you use often and put it into a group.' },
    two: {
      title: 'Use',
      text: 'Press it while chatting, and it is in the input box, ready to change and send.',
    },
    three: { title: 'Sort', text: 'Group them by occasion, with the most used in front.' },
    note: 'Keep them in your own language: for each customer they are translated into theirs.',
  },
  fanNotes: {
    title: 'Fan notes',
    description:
      'Keep notes and tags on your customers, and build a customer database of your own.',
    lead: 'One look at the note tells what you agreed last time.',
    one: {
      title: 'Write a note',
      text: 'Beside the chat, note what they need, what you offered and what you agreed.',
    },
    two: {
      title: 'Add tags',
      text: 'Tell countries, stages and interest apart by tags, and find people by them.',
    },
    three: {
      title: 'Count',
      text: 'The follower count shows how many customers are new. A main account sees the fan data of its sub-accounts.',
    },
    note: 'When a colleague leaves, notes and tags stay with the account, and so do the customers.',
  },
  massMessaging: {
    title: 'Mass messaging',
    description: 'Send one message to many customers, each in their own language.',
    lead: 'New goods, offers, holidays: write once, reach everybody.',
    one: { title: 'Choose to whom', text: 'Tick the customers or groups that are to get it.' },
    two: { title: 'Write', text: 'Write it once in your own language, with pictures if you like.' },
    three: {
      title: 'Check and send',
      text: 'Read the translations first, then start. You can stop on the way.',
    },
    note: 'Keep to the rules of each chat app, and write only to people who want to hear from you.',
  },
  aiReply: {
    title: 'AI reply',
    description: 'Let AI draft an answer from the conversation, then make it yours and send it.',
    lead: 'When you don’t know how to begin, let AI begin.',
    one: {
      title: 'Draft',
      text: 'Press “AI reply” in a conversation to get a suggestion that fits it.',
    },
    two: { title: 'Change', text: 'Change tone and content until it says what you mean.' },
    three: { title: 'Send', text: 'Send it when it is right; the translation is made with it.' },
    note: 'Check prices, dates and promises yourself: AI does not know your stock.',
  },
} satisfies Same<typeof zh>
