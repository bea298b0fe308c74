/** Messages of the user guide. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  title: '使用文档',
  description:
    '三步开始使用：注册账号、安装并登录客户端、用好翻译技巧。每一步都写明要做什么、会看到什么。',
  headline: '三步，从注册到第一句译文',
  lead: '照着做就能用上，遇到问题随时扫码联系我们。',
  account: {
    title: '账号注册',
    lead: '注册只需要一个能收邮件的邮箱。',
    open: {
      title: '打开注册页',
      text: '点页面右上角的“免费注册”。如有邀请链接，请从链接进入，可多得{{rewardCharacters}}字符。',
    },
    fill: {
      title: '填写资料',
      text: '用户名{{nameMin}}到{{nameMax}}位，以字母开头；密码{{passwordMin}}到{{passwordMax}}位。',
    },
    code: {
      title: '收取验证码',
      text: '点“发送验证码”，到邮箱查收。如未收到，{{codeWaitSeconds}}秒后可重新发送。',
    },
    done: {
      title: '登录',
      text: '注册成功后用邮箱或用户名登录，{{trialCharacters}}试用字符已到账，{{trialDays}}天内有效。',
    },
  },
  operate: {
    title: '安装与使用',
    lead: '客户端负责聊天和翻译，用户中心负责账号、充值和记录。',
    install: { title: '安装客户端', text: '到下载页选择您的系统，安装后用同一个账号登录。' },
    add: {
      title: '添加聊天软件',
      text: '在客户端里添加要用的聊天软件。同一款可以登录多个账号，每个账号单独设置代理。',
    },
    set: { title: '设置语言', text: '选好自己的语言和客户的语言，开启双向翻译。' },
    charge: {
      title: '充值与分配',
      text: '试用满意后在用户中心充值。主账号可以添加子账号，给每个人分配字符、语音和图片额度。',
    },
  },
  skill: {
    title: '翻译技巧',
    lead: '同一条通道，写法不同，译文质量也会不同。',
    short: { title: '一句话说一件事', text: '长句拆短，主语写全，译文更准确。' },
    names: { title: '型号和人名照写', text: '型号、尺码、人名、网址用原文，不要用简称和谐音。' },
    slang: { title: '少用网络用语', text: '口头禅和缩写换成完整的说法，客户读到的也更正式。' },
    channel: {
      title: '按内容选通道',
      text: '日常沟通用腾讯、有道，小语种用谷歌、微软，合同和参数用 DeepL，讲究语气用 AI。',
    },
  },
  more: '还没找到答案？',
  moreText: '扫码联系售后；添加之前，可以先验证客服真伪。',
  toRegister: '去注册',
  toDownload: '去下载',
  toPrice: '查看价格',
}

export const en: Messages<typeof zh> = {
  title: 'Docs',
  description:
    'Get started in three parts: register, install and log in to the client, and write text that translates well. Each step says what to do and what you will see.',
  headline: 'From registration to your first translation in three parts',
  lead: 'Follow the steps to get up and running. If you get stuck, scan a code to contact support.',
  account: {
    title: 'Register an account',
    lead: 'All you need is an email address.',
    open: {
      title: 'Open the registration page',
      text: 'Click “Register” at the top right. If you have an invitation link, open it first: it adds {{rewardCharacters}} characters.',
    },
    fill: {
      title: 'Fill in your details',
      text: 'A username of {{nameMin}} to {{nameMax}} characters that starts with a letter, and a password of {{passwordMin}} to {{passwordMax}} characters.',
    },
    code: {
      title: 'Get the code',
      text: 'Click “Send code” and check your inbox. If nothing arrives, you can send it again after {{codeWaitSeconds}} seconds.',
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
      text: 'Add the chat apps you use. You can add several accounts per app, each with its own proxy.',
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
      text: 'Spell out abbreviations and avoid idioms. Your messages will read more professionally.',
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
}
