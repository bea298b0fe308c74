/** Messages of the home page. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  title: '聊天软件实时翻译',
  description:
    '在20多款聊天软件里双向实时翻译，支持200多种语言。字符不限期，按月不限量，注册送{{trialCharacters}}字符免费试用。',
  start: '免费试用',
  prices: '查看价格',
  console: '进入用户中心',
  carousel: '产品概览',
  hero: {
    headline: '用客户的语言，聊成每一单',
    lead: '在20多款聊天软件里双向实时翻译，支持200多种语言。您输入中文，客户读到的是自己的语言。',
    note: '免费试用{{trialCharacters}}字符，{{trialDays}}天内有效，无需付款。',
  },
  team: {
    headline: '一个主账号，管好整个团队',
    lead: '子账号数量不限，字符、语音和图片额度按人分配。谁用了多少、余额怎样变动，每一笔都有记录。',
    note: '按字符计费的套餐支持子账号。',
    main: '主账号',
    left: '可分配',
  },
  media: {
    headline: '语音听得懂，图片看得清',
    lead: '客户发来语音或带字的图片，同样译成您的语言。语音和图片额度单独计算，不占用字符。',
    note: '语音、图片额度可以分给子账号。',
  },
  chat: {
    label: '一段示例对话：卖家说中文，买家说英文，双方都看到译文',
    contact: '客户',
    online: '双向翻译已开启',
    type: '输入中文，发出英文',
  },
  stats: {
    label: '我们的成绩',
    customers: '合作客户',
    users: '用户',
    usersNumber: '1万',
    industries: '覆盖行业',
    service: '全天候服务',
    accuracy: '翻译准确率',
  },
  features: {
    title: '翻得准，也用得起',
    lead: '语种、通道、计费和奖励，四件事说清楚。',
    languages: {
      title: '200多种语言，双向都能翻',
      text: '收到的消息译成您的语言，发出的消息译成客户的语言。不论大语种还是小语种，都在同一个窗口里完成。',
    },
    engines: {
      title: '六条翻译通道，随时切换',
      text: '腾讯、有道适合日常沟通，谷歌、微软质量更高，DeepL 适合专业内容，另有 ChatGPT 类 AI 翻译。',
    },
    billing: {
      title: '按字符或包月，按需选择',
      text: '字符套餐没有时间限制，用完为止；包月套餐{{monthDays}}天内字符不限量。两种方式都明码标价。',
    },
    reward: {
      title: '邀请朋友，对方多得{{rewardCharacters}}字符',
      text: '新用户通过您的邀请链接注册，额外获得{{rewardCharacters}}免费字符。邀请人数可在用户中心查看。',
    },
  },
  panels: {
    title: '跨境聊天要用的，都在一个客户端里',
    lead: '不必在翻译网页和聊天窗口之间来回复制。',
    chat: {
      title: '双向聊天翻译',
      text: '在20多款社交聊天软件里，收发的消息自动翻译，原文和译文一起显示。',
    },
    media: { title: '语音与图片翻译', text: '语音消息、商品图、聊天截图，不用手抄，直接出译文。' },
    replies: { title: '快捷回复', text: '常用话术分组存好，一点就发，发出前自动译成客户的语言。' },
    notes: {
      title: '粉丝备注与客户库',
      text: '给每位客户写备注、建档案，换人跟进也知道聊到了哪里。',
    },
    mass: { title: '消息群发', text: '选好客户，一次发出。上新、到货、节日问候，不用逐个复制。' },
    ai: { title: 'AI 回复', text: '根据上下文拟好回复，您确认或改动后再发送。' },
    proxy: { title: '独立代理', text: '每个应用可以单独设置代理，多个账号互不影响。' },
    fans: { title: '粉丝计数', text: '自动统计新增粉丝，引流效果每天看得见。' },
    apps: '已接入的聊天软件',
    appsMore: '等20多款',
    more: '查看使用文档',
  },
  why: {
    title: '为什么选择{{product}}',
    try: {
      title: '先试用，再付款',
      text: '新账号有{{trialCharacters}}字符，{{trialDays}}天内有效。译得好不好，和自己的客户聊聊就知道。',
    },
    clear: {
      title: '每个字符都有账可查',
      text: '只有翻译成功才扣字符。每次充值、分配和消费都有日志，变动前后一目了然。',
    },
    people: {
      title: '7×24小时人工客服',
      text: '售前售后都能扫码找到真人。联系之前，还可以在网站上验证对方是不是我们的客服。',
    },
  },
  craft: {
    title: '翻译要专业，更要顺手',
    first:
      '外贸询盘、跨境客服、海外社群，每一句都可能影响一单生意。{{product}}把六条翻译通道接进您正在用的聊天软件，您只管说话，语言交给我们。',
    second:
      '目前服务200多家合作客户，遍及180多个行业，翻译准确率99.9%。主账号统一充值，子账号分头接待，额度和日志始终清楚。',
  },
  teaser: {
    title: '明码标价',
    lead: '字符套餐不限时间，包月套餐不限字符。',
    char: '按字符计费',
    time: '包月',
    more: '查看全部套餐',
    none: '套餐列表加载失败，请到价格页查看。',
  },
  faq: {
    title: '常见问题',
    trial: {
      q: '免费试用包括什么？',
      a: '注册后即有{{trialCharacters}}字符，{{trialDays}}天内有效。通过邀请链接注册的，再得{{rewardCharacters}}字符。',
    },
    count: {
      q: '字符怎么计算？',
      a: '按原文计算，一个汉字、一个字母、一个标点或一个空格都算一个字符。翻译失败不扣字符。',
    },
    modes: {
      q: '字符套餐和包月套餐有什么区别？',
      a: '字符套餐按用量扣除，没有时间限制，支持子账号；包月套餐{{monthDays}}天内字符不限量，不支持子账号。',
    },
    channel: {
      q: '可以切换翻译通道吗？',
      a: '可以，主账号在用户中心随时切换。各通道价格不同，剩余字符按等值换算，确认之前会显示换算结果。',
    },
    team: {
      q: '团队怎么共用？',
      a: '主账号可以添加任意多个子账号，按人分配字符、语音和图片额度，也可以开启自动分配。',
    },
    real: {
      q: '怎么知道联系我的是不是真客服？',
      a: '点“验证客服”，选择平台并输入对方账号，马上知道是不是我们的官方账号。',
    },
  },
  last: {
    title: '今天就和客户说同一种语言',
    text: '注册只需一个邮箱，{{trialCharacters}}字符马上可用。',
  },
}

export const en: Messages<typeof zh> = {
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
    note: 'Character packages support sub-accounts.',
    main: 'Main account',
    left: 'to distribute',
  },
  media: {
    headline: 'Voice messages and images, translated too',
    lead: 'When a customer sends a voice message or an image with text in it, you see it in your own language too. Voice and images have their own quotas.',
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
      text: 'Read incoming messages in your language and have your replies sent in your customer’s. Common or rare, every language works in the same window.',
    },
    engines: {
      title: 'Six translation channels to choose from',
      text: 'Tencent and Youdao for everyday chat, Google and Microsoft for higher quality, DeepL for specialist content, and ChatGPT-style AI.',
    },
    billing: {
      title: 'Pay per character or per month',
      text: 'Character packages have no time limit. Monthly packages give you unlimited characters for {{monthDays}} days. Every price is listed.',
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
      text: 'Keep your usual answers in groups and send them with one click. They are translated automatically.',
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
      text: 'Give each app its own proxy, so multiple accounts stay separate.',
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
      'We serve over 200 cooperating customers in more than 180 industries, with a translation accuracy of 99.9%. One main account pays, sub-accounts handle the chats, and every quota and log stays separate.',
  },
  teaser: {
    title: 'Transparent pricing',
    lead: 'Characters with no time limit, or a month with no character limit.',
    char: 'Per character',
    time: 'Per month',
    more: 'View all packages',
    none: 'Couldn’t load the packages. See the price page.',
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
      a: 'Click “Verify a contact”, choose the platform and enter the account. You see at once whether it is one of ours.',
    },
  },
  last: {
    title: 'Speak your customers’ language today',
    text: 'All you need is an email address. Your {{trialCharacters}} characters are ready at once.',
  },
}
