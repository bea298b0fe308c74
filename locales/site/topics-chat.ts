/** Tutorial topics on chatting: apps, translation, replies and customers. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  addApp: {
    title: '添加应用',
    description: '把要用的聊天软件加进客户端，同一款可以登录多个账号。',
    lead: '客户端支持20多款聊天软件，消息在原来的窗口里收发，译文就在旁边。',
    one: { title: '选择应用', text: '在客户端的应用列表里选择要用的聊天软件，点“添加”。' },
    two: { title: '登录', text: '在打开的窗口里按该软件自己的方式登录，例如扫码或输入账号。' },
    three: { title: '再加一个', text: '同一款软件可以添加多次，每个窗口登录一个账号，互不影响。' },
    note: '给每个窗口起个名字，账号多了也不会发错。',
  },
  manageApps: {
    title: '应用管理',
    description: '给应用窗口改名、排序、单独设置或移除，账号多了也井井有条。',
    lead: '把常用的排在前面，暂时不用的收起来。',
    one: { title: '改名与排序', text: '在窗口列表里改名，拖动调整顺序。' },
    two: {
      title: '单独设置',
      text: '每个窗口的语言、翻译方式和代理都可以单独设置，不影响其他窗口。',
    },
    three: { title: '移除', text: '不再使用的窗口可以移除。聊天软件里的账号本身不受影响。' },
    note: '未读消息会标在窗口名旁边，不必逐个打开查看。',
  },
  translation: {
    title: '翻译设置',
    description: '选择双方的语言，开启双向翻译，先看译文再发送。',
    lead: '对方说的译成您的语言，您写的译成对方的语言。',
    one: { title: '选语言', text: '分别选择您的语言和客户的语言，共有200多种语言可选。' },
    two: {
      title: '开启翻译',
      text: '收到的消息自动附上译文；发出的消息先显示译文，您确认后再发。',
    },
    three: {
      title: '选通道',
      text: '主账号在用户中心选择翻译通道。各通道价格不同，切换前会显示剩余额度将变成多少。',
    },
    four: {
      title: '先试一试',
      text: '用户中心的翻译测试页可以用自己的文字试译，也可以让几个通道并排比较。',
    },
    note: '只有翻译成功才扣字符，失败不扣。',
  },
  quickReply: {
    title: '快捷回复',
    description: '把常用的话存成快捷回复，一点就填入，发出时照样翻译。',
    lead: '问价、发货、售后，同样的话不用写第二遍。',
    one: { title: '添加', text: '写好一句常用的话，放进合适的分组。' },
    two: { title: '使用', text: '聊天时点一下，就填进输入框，改一改再发。' },
    three: { title: '整理', text: '按场景分组，常用的放在前面。' },
    note: '用自己的语言保存就好，发给不同国家的客户时会分别翻译。',
  },
  fanNotes: {
    title: '粉丝备注',
    description: '给客户写备注和标签，建立自己的客户资料。',
    lead: '记不清上次谈到哪里？看一眼备注就知道。',
    one: { title: '写备注', text: '在聊天窗口旁记下对方的需求、报价和约定。' },
    two: { title: '加标签', text: '用标签区分国家、阶段和意向，需要时按标签查找。' },
    three: { title: '统计', text: '粉丝统计显示新增了多少客户，主账号可以查看子账号的粉丝数据。' },
    note: '离职交接时，备注和标签留在账号里，换人不丢客户。',
  },
  massMessaging: {
    title: '群发消息',
    description: '把一条消息分别发给多位客户，每人收到自己语言的版本。',
    lead: '新品、活动、放假通知，一次写好，分别送达。',
    one: { title: '选择对象', text: '勾选要发送的客户或群组。' },
    two: { title: '写内容', text: '用自己的语言写一次，需要时附上图片。' },
    three: { title: '检查后发送', text: '先看译文，再开始发送。发送过程中可以停止。' },
    note: '群发请遵守各聊天软件的规则，只发给愿意收到的人。',
  },
  aiReply: {
    title: 'AI 回复',
    description: '让 AI 按聊天内容拟一条回复，您改好再发。',
    lead: '不知道怎么回时，先让 AI 起个头。',
    one: { title: '生成', text: '在对话里点“AI 回复”，根据上下文得到一条建议。' },
    two: { title: '修改', text: '按自己的意思改动语气和内容。' },
    three: { title: '发送', text: '确认无误再发，译文随消息一起生成。' },
    note: '价格、交期和承诺请务必自己核对，AI 不知道您的库存。',
  },
}

export const en: Messages<typeof zh> = {
  addApp: {
    title: 'Add apps',
    description:
      'Add the chat apps you use to the client. You can add the same app for several accounts.',
    lead: 'The client works with more than 20 chat apps. Each keeps its own window, with the translation next to the message.',
    one: {
      title: 'Choose the app',
      text: 'Choose a chat app from the client’s list and click “Add”.',
    },
    two: {
      title: 'Log in',
      text: 'Log in to the app in the window that opens, by scanning a code or with your account.',
    },
    three: {
      title: 'Add another',
      text: 'You can add the same app again. Each window has its own account and works independently.',
    },
    note: 'Name each window, so you never message the wrong person.',
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
      text: 'Incoming messages are shown with their translation. For your own messages, review the translation before you send it.',
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
      text: 'Click it while chatting to insert it into the input box, ready to edit and send.',
    },
    three: { title: 'Organise', text: 'Group replies by topic, with the most used first.' },
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
    lead: 'Not sure what to say? Let AI write a first draft.',
    one: {
      title: 'Draft',
      text: 'Click “AI reply” in a conversation to get a suggestion that fits.',
    },
    two: { title: 'Edit', text: 'Adjust the tone and content until it says what you mean.' },
    three: { title: 'Send', text: 'Send it when it’s ready. It is translated automatically.' },
    note: 'Check prices, dates and promises yourself. AI does not know your stock.',
  },
}
