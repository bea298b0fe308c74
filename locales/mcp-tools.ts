/** What assistants read about the MCP server and its tools. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  title: '译桥',
  instructions:
    '翻译文字，并管理翻译时使用的术语表。语言用 DeepL 的代码，例如 ZH、EN-GB、JA；要按术语表翻译，先用 list_glossaries 找到编号，再同时给出 source_lang。',
  unknownArgument: '工具没有参数 {{name}}',
  retryAfter: '{{message}}，请在{{seconds}}秒后重试',
  tools: {
    translate: {
      title: '翻译文字',
      description:
        '翻译一段或多段文字，全部成功或全部不计费。按原文字符计费：每次调用都重新翻译并计费，失败不计费。',
    },
    list_languages: {
      title: '查看语言',
      description: '密钥的翻译通道支持的源语言或目标语言，以及目标语言能否选择语气。',
    },
    list_glossaries: {
      title: '查看术语表',
      description: '账号的术语表，以及各自的语言对和术语数。',
    },
    get_glossary_entries: {
      title: '读取术语',
      description: '术语表一个语言对的全部术语，TSV 格式：每行一条原文和译文。',
    },
    create_glossary: {
      title: '新建术语表',
      description: '新建术语表。每次调用都会新建一个。',
    },
    get_usage: {
      title: '查看用量',
      description: '密钥所属用户本月使用的字符数，以及它与剩余字符之和。',
    },
  },
  arguments: {
    text: '要翻译的文字，最多50段',
    target_lang: '目标语言的代码，例如 EN-GB',
    source_lang: '源语言的代码；翻译时可省略，由通道识别',
    glossary_id: '术语表的编号',
    formality: '语气；prefer_ 开头的值在通道做不到时不起作用',
    context: '帮助理解的上下文，不翻译也不计费',
    type: 'source：源语言；target：目标语言',
    name: '术语表的名称',
    dictionaries: '语言对及其术语',
    entries: '每行一条原文和译文：tsv 以制表符分隔，csv 以逗号分隔',
    entries_format: '术语的格式',
  },
} as const

export const en: Messages<typeof zh> = {
  title: 'Yiqiao',
  instructions:
    'Translates texts and manages the glossaries used for it. Languages are DeepL’s codes, such as ZH, EN-GB or JA. To translate with a glossary, find its id with list_glossaries and state source_lang as well.',
  unknownArgument: 'The tool has no argument {{name}}.',
  retryAfter: '{{message}} Try again in {{seconds}} seconds.',
  tools: {
    translate: {
      title: 'Translate texts',
      description:
        'Translates one or more texts, all or none. Charged by character of the source text: each call translates and is charged anew, a failed one is free.',
    },
    list_languages: {
      title: 'List languages',
      description:
        'Source or target languages of the key’s channel, and whether the formality of a target can be chosen.',
    },
    list_glossaries: {
      title: 'List glossaries',
      description:
        'Glossaries of the account with their pairs of languages and numbers of entries.',
    },
    get_glossary_entries: {
      title: 'Get entries of a glossary',
      description:
        'All entries of a glossary for one pair of languages, as TSV: a term and its translation per line.',
    },
    create_glossary: {
      title: 'Create a glossary',
      description: 'Creates a glossary. Each call creates another one.',
    },
    get_usage: {
      title: 'Get usage',
      description:
        'Characters that the key’s user used this month, and the total including what is left.',
    },
  },
  arguments: {
    text: 'Texts to translate, at most 50',
    target_lang: 'Code of the target language, such as EN-GB',
    source_lang:
      'Code of the source language; may be left out when translating, if the channel detects it',
    glossary_id: 'Id of the glossary',
    formality: 'Values that begin with prefer_ have no effect where the channel can’t follow them',
    context: 'Text that helps to understand, which is neither translated nor charged',
    type: 'source: languages to translate from; target: languages to translate into',
    name: 'Name of the glossary',
    dictionaries: 'Pairs of languages with their entries',
    entries: 'A term and its translation per line: tsv separated by a tab, csv by a comma',
    entries_format: 'Format of the entries',
  },
}
