/**
 * Words of the collections: one block per language and collection, under the collection's name.
 * `one` and `many` are what people call its rows; `values` are the words of a yes/no field, no
 * first, or of a choice, by code. Everything else is made of them by `locales/collection-messages.ts`.
 */
import type { CollectionWords } from '#locales/collection-messages.ts'

export const zh: CollectionWords = {
  documents: {
    title: '文档翻译',
    one: '文件',
    many: '文件',
    help: '程序通过接口上传的文件：保留版式，翻译成功才计费，上传{{documentHours}}小时后删除。',
    empty: '还没有文件。程序用带“文档”权限的密钥调用/v2/document上传。',
    fields: {
      name: '文件',
      sourceLangCode: '源语言',
      targetLangCode: '目标语言',
      state: '状态',
      charNum: '字符数',
      price: '价格',
      progress: '进度',
      apiKeyId: 'API 密钥',
      problem: '原因',
      userName: '所属账号',
    },
    values: {
      state: {
        ready: '待开始',
        queued: '排队中',
        translating: '翻译中',
        done: '已完成',
        failed: '失败',
      },
    },
    actions: { upload: '上传文件', start: '开始翻译', download: '下载' },
    confirm: {
      remove: '确定删除文件“{{name}}”及其译文吗？\n正在翻译的会停止，不计费。',
      removeMany_other: '确定删除选中的{{count}}个文件及其译文吗？\n正在翻译的会停止，不计费。',
    },
    done: { start: '已开始翻译' },
  },
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
  quotaRequests: {
    title: '额度申请',
    one: '申请',
    many: '申请',
    help: '子账号向主账号申请额度，主账号同意后立即到账。',
    empty: '还没有额度申请。子账号额度不足时，可以在这里或翻译时申请。',
    emptyWith: {
      state: {
        open: '没有待处理的申请。',
        granted: '没有已通过的申请。',
        declined: '没有未通过的申请。',
      },
    },
    fields: {
      userName: '子账号',
      asked: '申请数量',
      granted: '分配数量',
      charNum: '字符',
      voiceNum: '语音（次）',
      imageNum: '图片（张）',
      reason: '理由',
      state: '状态',
      grantedCharNum: '分配字符',
      grantedVoiceNum: '分配语音',
      grantedImageNum: '分配图片',
      answer: '回复',
      decisionDateTime: '处理时间',
      createDateTime: '申请时间',
    },
    values: {
      state: {
        open: '待处理',
        granted: '已通过',
        declined: '未通过',
        withdrawn: '已撤回',
        ended: '已失效',
      },
    },
    hints: { answer: '选填，子账号会看到。' },
    actions: { grant: '同意', grantOther: '改数量', decline: '拒绝', withdraw: '撤回' },
    confirm: { withdraw: '确定撤回这个申请吗？' },
    save: { grantOther: '同意并分配', decline: '拒绝申请' },
    done: {
      grant: '已同意，额度已到账',
      grantOther: '已同意，额度已到账',
      decline: '已拒绝',
      withdraw: '已撤回',
    },
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
  documents: {
    title: 'Documents',
    one: 'document',
    many: 'documents',
    help: 'Files that programs have uploaded: translated with their layout, charged for success only, and deleted {{documentHours}} hours after the upload.',
    empty:
      'No documents yet. Programs upload them by /v2/document, with a key that has the permission “Documents”.',
    fields: {
      name: 'File',
      sourceLangCode: 'From',
      targetLangCode: 'To',
      state: 'Status',
      charNum: 'Characters',
      price: 'Price',
      progress: 'Progress',
      apiKeyId: 'API key',
      problem: 'Reason',
      userName: 'Account',
    },
    values: {
      state: {
        ready: 'Ready',
        queued: 'Queued',
        translating: 'Translating',
        done: 'Done',
        failed: 'Failed',
      },
    },
    actions: { upload: 'Upload file', start: 'Translate', download: 'Download' },
    confirm: {
      remove:
        'Delete the file “{{name}}” and its translation?\nA translation in progress stops and is free.',
      removeMany_one:
        'Delete the selected file and its translation?\nA translation in progress stops and is free.',
      removeMany_other:
        'Delete the {{count}} selected files and their translations?\nTranslations in progress stop and are free.',
    },
    done: { start: 'Translation started' },
  },
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
  quotaRequests: {
    title: 'Quota requests',
    one: 'request',
    many: 'requests',
    help: 'Sub-accounts ask their main account for quota. What is granted can be used at once.',
    empty:
      'No requests yet. A sub-account that runs low asks for quota here, or while it translates.',
    emptyWith: {
      state: {
        open: 'No open requests.',
        granted: 'No granted requests.',
        declined: 'No declined requests.',
      },
    },
    fields: {
      userName: 'Sub-account',
      asked: 'Asked for',
      granted: 'Granted',
      charNum: 'Characters',
      voiceNum: 'Voice units',
      imageNum: 'Images',
      reason: 'Reason',
      state: 'Status',
      grantedCharNum: 'Characters granted',
      grantedVoiceNum: 'Voice units granted',
      grantedImageNum: 'Images granted',
      answer: 'Answer',
      decisionDateTime: 'Answered',
      createDateTime: 'Asked',
    },
    values: {
      state: {
        open: 'Open',
        granted: 'Granted',
        declined: 'Declined',
        withdrawn: 'Withdrawn',
        ended: 'Ended',
      },
    },
    hints: { answer: 'Optional. The sub-account sees it.' },
    actions: {
      grant: 'Grant',
      grantOther: 'Other amount',
      decline: 'Decline',
      withdraw: 'Withdraw',
    },
    confirm: { withdraw: 'Withdraw this request?' },
    save: { grantOther: 'Grant', decline: 'Decline' },
    done: {
      grant: 'Granted. The quota can be used at once.',
      grantOther: 'Granted. The quota can be used at once.',
      decline: 'Declined',
      withdraw: 'Withdrawn',
    },
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
