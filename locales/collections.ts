/**
 * Words of the collections: one block per language and collection, under the collection's name.
 * `one` and `many` are what people call its rows; `values` are the words of a yes/no field, no
 * first, or of a choice, by code. Everything else is made of them by `locales/collection-messages.ts`.
 */
import type { CollectionWords } from '#locales/collection-messages.ts'

export const zh: CollectionWords = {
  glossaries: {
    title: '术语表',
    one: '术语表',
    many: '术语表',
    help: '固定词语的译法，主账号和子账号共用；翻译测试和程序翻译都可以使用。',
    empty: '还没有术语表。添加后，再录入其中的术语。',
    fields: { name: '名称', termNum: '术语数', languagePairs: '语言' },
    actions: { terms: '术语' },
    confirm: {
      remove: '确定删除术语表“{{name}}”吗？\n其中的术语也会删除，且无法恢复。',
      removeMany_other: '确定删除选中的{{count}}个术语表吗？\n其中的术语也会删除，且无法恢复。',
    },
  },
  glossaryTerms: {
    title: '术语',
    one: '术语',
    many: '术语',
    help: '一个词语在某种语言里的固定译法；译文留空，则原样保留、从不翻译。',
    empty: '还没有术语。可以逐条添加，或从文件导入。',
    emptyWith: { glossaryId: { any: '这个术语表还没有术语。可以逐条添加，或从文件导入。' } },
    fields: {
      glossaryId: '术语表',
      sourceLangCode: '原文语言',
      targetLangCode: '译文语言',
      sourceTerm: '原文',
      targetTerm: '译文',
      caseSensitive: '大小写',
      term: '原文或译文',
    },
    hints: { targetTerm: '留空则原样保留。' },
    values: { caseSensitive: ['不区分', '区分'] },
  },
  apiKeys: {
    title: 'API 密钥',
    one: 'API 密钥',
    many: 'API 密钥',
    help: '程序、翻译工具和浏览器插件用密钥调用翻译，用量记在密钥所属的账号上。',
    empty: '还没有 API 密钥。新建后，程序和翻译工具就能使用您的额度翻译。',
    fields: {
      name: '名称',
      scopes: '权限',
      tranChannelId: '翻译通道',
      dailyCharNum: '每日上限',
      monthlyCharNum: '每月上限',
      networks: '允许的网络',
      lastDay: '有效期至',
      userName: '所属账号',
      hint: '密钥',
      state: '状态',
      lastUseDateTime: '最近使用',
      usedTodayNum: '今日字符',
      usedThisMonthNum: '本月字符',
    },
    values: {
      scopes: {
        translate: '翻译',
        documents: '文档',
        glossaries: '术语表',
        usage: '用量',
        logs: '查看记录',
      },
      state: { active: '有效', rotated: '更换中', expired: '已过期', revoked: '已撤销' },
    },
    hints: {
      tranChannelId: '不选择时，使用账号当前的通道。',
      dailyCharNum: '字符数，不填写则不限。',
      monthlyCharNum: '字符数，不填写则不限。',
      networks: 'IP 地址或网段，例如203.0.113.0/24。不填写则不限。',
      lastDay: '不填写则长期有效。',
    },
    actions: { issue: '新建密钥', rotate: '更换', revoke: '撤销' },
    confirm: {
      rotate: '确定更换密钥“{{name}}”吗？\n会生成新的密钥，原密钥在{{overlapHours}}小时后失效。',
      revoke: '确定撤销密钥“{{name}}”吗？\n使用它的程序会立即无法翻译，且无法恢复。',
      remove: '确定删除密钥“{{name}}”吗？\n使用它的程序会立即无法翻译，记录中也不再显示它的名称。',
      removeMany_other:
        '确定删除选中的{{count}}个密钥吗？\n使用它们的程序会立即无法翻译，记录中也不再显示它们的名称。',
    },
    done: { issue: '密钥已新建', rotate: '密钥已更换', revoke: '密钥已撤销' },
  },
  contacts: {
    title: '工作空间',
    one: '联系人',
    many: '联系人',
    help: '按空间管理客户，和受邀的同事一起维护。',
    empty: '这个空间还没有联系人。添加后，空间成员都能看到。',
    fields: {
      spaceId: '空间',
      title: '姓名',
      cellphone: '联系方式',
      company: '公司',
      step: '销售阶段',
      country: '国家/地区',
      tags: '标签',
      fromApp: '来源',
    },
    values: {
      step: {
        lead: '新线索',
        contacted: '已联系',
        quoted: '已报价',
        negotiating: '洽谈中',
        won: '已成交',
        lost: '已流失',
      },
      fromApp: {
        WhatsApp: 'WhatsApp',
        WeChat: '微信',
        Telegram: 'Telegram',
        Line: 'LINE',
        Messenger: 'Messenger',
        Instagram: 'Instagram',
        LinkedIn: '领英',
        website: '官网',
        fair: '展会',
        referral: '客户介绍',
      },
    },
    confirm: {
      remove: '确定删除联系人“{{name}}”吗？\n空间里的其他人也将看不到，且无法恢复。',
      removeMany_other:
        '确定删除选中的{{count}}个联系人吗？\n空间里的其他人也将看不到，且无法恢复。',
    },
  },
}

export const en: CollectionWords = {
  glossaries: {
    title: 'Glossaries',
    one: 'glossary',
    many: 'glossaries',
    help: 'Fixed translations of terms that your account and its sub-accounts share, in the translation test and for programs.',
    empty: 'No glossaries yet. Add one, then its terms.',
    fields: { name: 'Name', termNum: 'Terms', languagePairs: 'Languages' },
    actions: { terms: 'Terms' },
    confirm: {
      remove: 'Delete the glossary “{{name}}”?\nIts terms are deleted too. This can’t be undone.',
      removeMany_one:
        'Delete the selected glossary?\nIts terms are deleted too. This can’t be undone.',
      removeMany_other:
        'Delete the {{count}} selected glossaries?\nTheir terms are deleted too. This can’t be undone.',
    },
  },
  glossaryTerms: {
    title: 'Glossary terms',
    one: 'term',
    many: 'terms',
    help: 'How a term is always translated. A term without a translation stays as it is.',
    empty: 'No terms yet. Add them one by one, or import a file.',
    emptyWith: {
      glossaryId: { any: 'This glossary has no terms yet. Add them one by one, or import a file.' },
    },
    fields: {
      glossaryId: 'Glossary',
      sourceLangCode: 'From',
      targetLangCode: 'To',
      sourceTerm: 'Term',
      targetTerm: 'Translation',
      caseSensitive: 'Case',
      term: 'Term or translation',
    },
    hints: { targetTerm: 'Leave empty to keep the term as it is.' },
    values: { caseSensitive: ['Ignored', 'Matched'] },
  },
  apiKeys: {
    title: 'API keys',
    one: 'API key',
    many: 'API keys',
    help: 'Programs, translation tools and browser extensions translate with a key. What they use counts for the account of the key.',
    empty: 'No API keys yet. With a key, programs and translation tools use your quota.',
    fields: {
      name: 'Name',
      scopes: 'Permissions',
      tranChannelId: 'Channel',
      dailyCharNum: 'Daily limit',
      monthlyCharNum: 'Monthly limit',
      networks: 'Allowed networks',
      lastDay: 'Valid until',
      userName: 'Account',
      hint: 'Key',
      state: 'Status',
      lastUseDateTime: 'Last used',
      usedTodayNum: 'Used today',
      usedThisMonthNum: 'Used this month',
    },
    values: {
      scopes: {
        translate: 'Translate',
        documents: 'Documents',
        glossaries: 'Glossaries',
        usage: 'Usage',
        logs: 'Read logs',
      },
      state: { active: 'Active', rotated: 'Rotating', expired: 'Expired', revoked: 'Revoked' },
    },
    hints: {
      tranChannelId: 'Without a choice, the account’s current channel.',
      dailyCharNum: 'Characters. Leave empty for no limit.',
      monthlyCharNum: 'Characters. Leave empty for no limit.',
      networks: 'IP addresses or networks, such as 203.0.113.0/24. Leave empty to allow all.',
      lastDay: 'Leave empty for a key without end.',
    },
    actions: { issue: 'Create key', rotate: 'Rotate', revoke: 'Revoke' },
    confirm: {
      rotate:
        'Rotate the key “{{name}}”?\nYou get a new key. The former one stops working after {{overlapHours}} hours.',
      revoke:
        'Revoke the key “{{name}}”?\nPrograms that use it stop working at once. This can’t be undone.',
      remove:
        'Delete the key “{{name}}”?\nPrograms that use it stop working at once, and logs no longer show its name.',
      removeMany_one:
        'Delete the selected key?\nPrograms that use it stop working at once, and logs no longer show its name.',
      removeMany_other:
        'Delete the {{count}} selected keys?\nPrograms that use them stop working at once, and logs no longer show their names.',
    },
    done: { issue: 'Key created', rotate: 'Key rotated', revoke: 'Key revoked' },
  },
  contacts: {
    title: 'Workspace',
    one: 'contact',
    many: 'contacts',
    help: 'Customer contacts, organised in spaces that you share with your team.',
    empty: 'No contacts in this space yet. Everyone in the space sees the contacts you add.',
    fields: {
      spaceId: 'Space',
      title: 'Name',
      cellphone: 'Contact method',
      company: 'Company',
      step: 'Sales stage',
      country: 'Country',
      tags: 'Tags',
      fromApp: 'Source',
    },
    values: {
      step: {
        lead: 'New lead',
        contacted: 'Contacted',
        quoted: 'Quoted',
        negotiating: 'Negotiating',
        won: 'Won',
        lost: 'Lost',
      },
      fromApp: {
        WhatsApp: 'WhatsApp',
        WeChat: 'WeChat',
        Telegram: 'Telegram',
        Line: 'LINE',
        Messenger: 'Messenger',
        Instagram: 'Instagram',
        LinkedIn: 'LinkedIn',
        website: 'Website',
        fair: 'Trade fair',
        referral: 'Referral',
      },
    },
    confirm: {
      remove:
        'Delete the contact “{{name}}”?\nIt is deleted for everyone in the space and can’t be restored.',
      removeMany_one:
        'Delete the {{count}} selected contact?\nIt is deleted for everyone in the space and can’t be restored.',
      removeMany_other:
        'Delete the {{count}} selected contacts?\nThey are deleted for everyone in the space and can’t be restored.',
    },
  },
}
