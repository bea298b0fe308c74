/** Messages of the about page. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  description: '我们是一家个体经营的软件工作室，专做聊天翻译，提供24小时在线支持。',
  headline: '一家软件工作室，只做聊天翻译',
  who: {
    title: '我们是谁',
    text: '{{product}}由一家个体经营的软件工作室开发和运营。我们不大，所以专心：只做一件事，让说不同语言的人在自己习惯的聊天软件里谈成生意。',
  },
  skill: {
    title: '技术实力',
    text: '客户端接入20多款聊天软件、200多种语言和六条翻译通道。每个字符的去向都有记录，翻译准确率99.9%。',
  },
  support: {
    title: '24小时在线支持',
    text: '微信、WhatsApp、Telegram 都能找到我们，全天在线。联系之前，可以先在网站上验证客服账号的真伪。',
  },
  future: {
    title: '未来展望',
    text: '已有200多家合作客户、1万用户在使用。接下来，我们会继续接入新的聊天软件和翻译通道，把语音、图片翻译和 AI 回复做得更顺手。',
  },
  terms: {
    title: '使用须知',
    age: '用户须年满{{minimumAge}}周岁。',
    place: '服务仅限中国大陆地区使用，以人民币结算。',
    account: '账号用邮箱注册；联系方式变更后，请在{{contactDays}}个工作日内告知我们。',
    leave: '注销主账号会同时删除其全部子账号，且无法恢复。',
  },
  contact: '联系我们',
}

export const en: Messages<typeof zh> = {
  description:
    'We are an independent software studio that does one thing, chat translation, with online support 24 hours a day.',
  headline: 'A software studio focused on chat translation',
  who: {
    title: 'Who we are',
    text: '{{product}} is built and run by an independent software studio, registered as an individual business. Being small keeps us focused: we help people who speak different languages do business in the chat apps they already use.',
  },
  skill: {
    title: 'What we are good at',
    text: 'The client works with more than 20 chat apps, over 200 languages and six translation channels. Every character used is on record, and translation accuracy is 99.9%.',
  },
  support: {
    title: 'Online 24 hours a day',
    text: 'Reach us on WeChat, WhatsApp and Telegram at any hour. Before you add a contact, verify on this site that it is really ours.',
  },
  future: {
    title: 'What’s next',
    text: 'Over 200 cooperating customers and 10,000 users rely on it today. Next, we will add more chat apps and channels, and improve voice translation, image translation and AI replies.',
  },
  terms: {
    title: 'Good to know',
    age: 'Users must be {{minimumAge}} or older.',
    place: 'The service is for use in mainland China; prices are in RMB.',
    account:
      'Accounts are registered by email. If your contact details change, send us the new ones within {{contactDays}} working days.',
    leave: 'Deleting a main account also deletes all its sub-accounts and can’t be undone.',
  },
  contact: 'Contact us',
}
