/** Descriptions of the calls of programs in the API documentation, by group. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  titles: {
    deepl: 'DeepL 兼容接口',
    deeplDocuments: 'DeepL 兼容的文档翻译',
    deeplGlossaries: 'DeepL 兼容的术语表',
    programLog: '翻译日志',
    openai: 'OpenAI 兼容接口',
  },
  leads: {
    deepl:
      '供程序使用，与 DeepL 的接口一致：使用 DeepL 的客户端库时，只需改地址和密钥。错误以 message 说明原因，状态码为400、403、404、413、414、415、429、456（额度用完）、503、529（通道繁忙）。',
    deeplDocuments:
      '翻译 Word、PowerPoint、Excel、HTML、Markdown、文本、SRT、JSON、PO 和 PDF 文件，保留版式；PDF 的译文是 Word 文件。每个文件最大30 MB、100万个字符。先上传，再查询状态，翻译完后下载；文件在上传24小时后删除，删除前可多次下载。只对翻译成功的文件计费。',
    deeplGlossaries:
      '主账号的术语表，子账号的密钥可以读取。v2的术语表只有一个语言对，v3的可有多个；内容为 TSV 或 CSV，每行一条原文和译文。',
    programLog: '供程序只读地查看翻译日志；DeepL 没有这个接口，形式与其接口一致。',
    openai:
      '供只支持 OpenAI 接口的工具使用：模型名称即语言，例如 translate-zh-en 或 translate-auto-en，最后一条用户消息即要翻译的文字。它只翻译，不对话。',
  },
  facts: {
    anyKey: '任何有效的 API 密钥',
    scope: '有 {{scope}} 权限的 API 密钥',
    charged: '只对成功的翻译按字符计费；可带 Idempotency-Key，相同的键返回首次的结果',
  },
  deepl: {
    translate:
      '翻译最多50段文字，全部成功或全部不计费。可省略源语言；tag_handling 保留 XML 或 HTML 标签，标签不计费。glossary_id 按术语表翻译，需要 source_lang。通道做不到的参数会被拒绝，style_id、custom_instructions 和 translation_memory_id 也暂不支持；context 和 prefer_ 开头的值只是偏好。',
    usage: '密钥所属用户本月使用的字符数，以及它与剩余字符之和。',
    languages: '当前翻译通道的源语言或目标语言。',
    languageFeatures: '当前翻译通道的语言及各语言支持的功能。',
  },
  deeplDocuments: {
    upload:
      '上传一个文件（multipart/form-data）并开始翻译，返回之后两个调用需要的编号和 document_key。可带 Idempotency-Key，相同的键返回首次的结果。额度不足时拒绝（456），文件过大时拒绝（413）。',
    status:
      '一个文件的状态：queued、translating、done 或 error；error_message 说明失败的原因，失败不计费。',
    result: '译文，文件的原始字节；翻译完之前为503，删除后为404。',
  },
  deeplGlossaries: {
    pairs: '术语表可用的语言对；其他语言对也可以使用。',
    create: '新建一个语言对的术语表。',
    list: '只有一个语言对的术语表。',
    get: '一个术语表；有多个语言对时，给出术语最多的一个。',
    entries: '术语表的内容，TSV 格式。',
    remove: '删除术语表及其术语。',
    createMultilingual: '新建可有多个语言对的术语表。',
    listMultilingual: '全部术语表及其语言对。',
    getMultilingual: '一个术语表及其语言对。',
    change: '修改名称，并添加或替换给出的术语。',
    removeMultilingual: '删除术语表及其术语。',
    readDictionaries: '一个语言对的内容，TSV 格式。',
    replaceDictionary: '替换一个语言对的全部术语。',
    removeDictionary: '删除一个语言对的全部术语。',
  },
  programLog: {
    translations:
      '翻译日志，最新的在前，每页最多100条。start_date 和 end_date 是业务时区的日期，包含两端；api_key_id 只看一个密钥；user_id 为子账号的编号，或 all（主账号及全部子账号），默认为密钥所属用户。',
  },
  openai: {
    createCompletion:
      '翻译最后一条用户消息，其他消息以及 temperature 等参数不起作用。usage 中的数量是字符数。stream 为 true 时以事件流返回。',
    models: '常用语言对的模型；其他语言对也可以使用。',
    model: '一个模型，即一个语言对。',
  },
}

export const en: Messages<typeof zh> = {
  titles: {
    deepl: 'Interface of DeepL',
    deeplDocuments: 'Documents of DeepL’s interface',
    deeplGlossaries: 'Glossaries of DeepL’s interface',
    programLog: 'Translation log',
    openai: 'Interface of OpenAI',
  },
  leads: {
    deepl:
      'For programs, in the shape of DeepL’s API: its client libraries work with another address and key. An error says in message what is wrong; its status is 400, 403, 404, 413, 414, 415, 429, 456 (quota used up), 503 or 529 (channel busy).',
    deeplDocuments:
      'Translates Word, PowerPoint, Excel, HTML, Markdown, text, SRT, JSON, PO and PDF files and keeps their layout; the translation of a PDF is a Word file. A file has at most 30 MB and a million characters. Upload it, ask for its status, and download it once it is done; files are deleted a day after the upload, and until then can be downloaded more than once. Charged for success only.',
    deeplGlossaries:
      'Glossaries of the main account, which keys of sub-accounts can read: of one pair of languages in v2, of several in v3. Entries are TSV or CSV, a term and its translation per line.',
    programLog:
      'The translation log, read-only, for programs. DeepL has no such call; this one has the shape of its others.',
    openai:
      'For tools that only speak OpenAI’s API: the model’s name is the language pair, such as translate-zh-en or translate-auto-en, and the last user message is the text. It translates and does not converse.',
  },
  facts: {
    anyKey: 'Any valid API key',
    scope: 'API key with the scope {{scope}}',
    charged:
      'Charged by character for success only; accepts an Idempotency-Key: the same key again repeats the first response',
  },
  deepl: {
    translate:
      'Translates up to 50 texts, all or none. The source language may be left out. With tag_handling the tags of XML or HTML stay, and are free. glossary_id translates terms as the glossary says, and needs source_lang. What the channel can’t do is refused, as are style_id, custom_instructions and translation_memory_id; context and values that begin with prefer_ are preferences.',
    usage: 'Characters that the user of the key used this month, and that with what is left.',
    languages: 'Source or target languages of the channel.',
    languageFeatures: 'Languages of the channel with the features of each.',
  },
  deeplDocuments: {
    upload:
      'Uploads a file (multipart/form-data) and starts its translation; returns the id and the document_key that the other two calls need. Accepts an Idempotency-Key: the same key again repeats the first response. Refused if the quota is not enough (456) or the file is too large (413).',
    status:
      'Status of a document: queued, translating, done or error; error_message says why it failed, which is free.',
    result:
      'The translation, as the bytes of a file; 503 until it is done, 404 once it is deleted.',
  },
  deeplGlossaries: {
    pairs: 'Pairs of languages for glossaries; others can be used too.',
    create: 'Creates a glossary of one pair of languages.',
    list: 'Glossaries of one pair of languages.',
    get: 'One glossary; if it has several pairs of languages, that with the most terms.',
    entries: 'Entries of a glossary as TSV.',
    remove: 'Deletes a glossary with its terms.',
    createMultilingual: 'Creates a glossary that may have several pairs of languages.',
    listMultilingual: 'All glossaries with their pairs of languages.',
    getMultilingual: 'One glossary with its pairs of languages.',
    change: 'Changes the name, and adds or replaces the entries given.',
    removeMultilingual: 'Deletes a glossary with its terms.',
    readDictionaries: 'Entries of one pair of languages as TSV.',
    replaceDictionary: 'Replaces all entries of one pair of languages.',
    removeDictionary: 'Deletes all entries of one pair of languages.',
  },
  programLog: {
    translations:
      'The translation log, newest first, at most 100 rows a page. start_date and end_date are days of the business calendar, both included; api_key_id selects one key; user_id is a sub-account, or all for the main account with all of them, by default the user of the key.',
  },
  openai: {
    createCompletion:
      'Translates the last user message; other messages, temperature and the like have no effect. The numbers in usage are characters. With stream the answer is an event stream.',
    models: 'Models of usual language pairs; others can be used too.',
    model: 'One model, which is a language pair.',
  },
}
