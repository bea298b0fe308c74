/** Messages of the page for developers, which is also published as Markdown. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  description:
    '用 DeepL 或 OpenAI 的官方客户端调用本站翻译：只改地址和密钥。示例、错误、限制与重试。',
  headline: '用程序翻译',
  lead: '接口与 DeepL 一致：官方客户端库、CAT 工具和浏览器扩展只需改一个地址和一个密钥。',
  copy: '复制',
  copyNamed: '复制{{name}}',
  copied: '已复制',
  copyFailed: '无法复制，请选中后手动复制',
  language: '示例所用的客户端',
  start: {
    title: '第一次翻译',
    keyTitle: '取得密钥',
    visitor:
      '[登录](/login?type=1&to=%2FUserCenterApiKeys)或[免费注册](/login?type=2)，然后在“[API 密钥](/UserCenterApiKeys)”页新建一个。密钥只显示一次。',
    user: '您已登录，请在用户中心的“[API 密钥](/UserCenterApiKeys)”页新建一个。密钥只显示一次。',
    key: '您的密钥',
    keyHint: '填入后，本页的示例都会使用它。只留在本页的内存中，关闭页面即消失。',
    demo: '使用演示密钥',
    callTitle: '发出请求',
    call: '复制一段，直接运行。地址就是本站的地址，源语言会自动识别。',
    response: '响应',
  },
  try: {
    title: '在线试用',
    lead: '请求由浏览器直接发给本站，译文按您账号的字符数计费。',
    text: '要翻译的文字',
    target: '译为',
    submit: '翻译',
    busy: '正在翻译…',
    request: '对应的请求',
    answer: '译文',
    billed: '识别的语言：{{source}}，计费字符：{{characters}}',
    noKey: '请先填写密钥',
    noText: '请先填写文字',
    failed: '没有收到响应，请检查网络后重试',
    script: '在线试用需要启用 JavaScript。',
  },
  calls: {
    title: '接口一览',
    authorization:
      '每个请求都带 `Authorization: DeepL-Auth-Key 密钥`，或 `Authorization: Bearer 密钥`。正文为 JSON，DeepL 的接口也接受表单。',
    reference: '接口说明',
    referenceText: '每个接口的参数和响应。',
    openapi: 'OpenAPI 文档',
    openapiText: '供程序使用的全部接口，OpenAPI 3.1，可导入 Postman 等工具。',
    markdown: '本页的 Markdown',
    markdownText: '供 AI 助手等程序阅读。',
    call: '请求',
    what: '作用',
    scope: '权限',
    anyScope: '任意',
  },
  errors: {
    title: '错误与处理',
    lead: '出错时正文为 `{"message": "…"}`，说明原因；请求带 `Accept-Language: zh` 时为中文，否则为英文。只对成功的翻译计费，出错的请求不计费。',
    status: '状态码',
    when: '原因',
    action: '怎么做',
    s400: {
      when: '参数缺失或无效，或者翻译通道做不到',
      action: '按 `message` 修改请求，不要原样重试',
    },
    s403: {
      when: '密钥无效、已过期或已撤销，没有所需的权限，或来自不允许的网络',
      action: '按 `message` 检查密钥及其权限和网络',
    },
    s404: { when: '没有这个地址或术语表', action: '检查地址和编号' },
    s413: { when: '请求正文超过{{body}} KiB', action: '分成几个请求' },
    s414: { when: '地址超过{{url}}个字符', action: '把内容放在请求正文中' },
    s415: {
      when: '正文既不是 JSON 也不是表单',
      action: '按正文设置 `Content-Type`',
    },
    s429: {
      when: '请求过于频繁，或密钥当天或当月的字符上限已用完',
      action: '等待 `Retry-After` 给出的秒数后重试',
    },
    s456: {
      when: '账号的字符已用完，或套餐已到期',
      action: '[充值](/UserCenterRecharge)后再试，不要自动重试',
    },
    s500: {
      when: '服务器出错',
      action: '可以重试；仍不成功时，把响应头 `x-request-id` 告诉我们',
    },
    s503: {
      when: '暂时无法处理，或相同 `Idempotency-Key` 的请求还在处理',
      action: '等待 `Retry-After` 给出的秒数，用同一个键重试',
    },
    s529: { when: '翻译通道繁忙', action: '稍后用同一个键重试' },
  },
  retries: {
    title: '重试与重复计费',
    risk: '不带 `Idempotency-Key` 的请求，发两次就是两次翻译，计费两次。客户端库会自行重试：`deepl-node` 和 `deepl-python` 分别在{{nodeSeconds}}秒和{{pythonSeconds}}秒没有响应时再发一次，而前一次可能已经翻译并计费。',
    key: '要避免重复计费，请带上请求头 `Idempotency-Key`：每件工作一个新的随机值，重试时不变，最多{{keyLength}}个字符。首次的结果保留{{replayHours}}小时，重复的请求得到相同的结果，不再计费。',
    rules:
      '同一个键用于内容不同的请求会被拒绝（400）。429和5xx不保留，可以用同一个键再试。新建、修改或删除术语表也支持这个请求头。',
    lead: '各客户端的写法：',
  },
  limits: {
    title: '限制',
    name: '项目',
    value: '上限',
    texts: '一个请求中的文字',
    textsValue: '{{count}}段',
    body: '请求正文',
    url: '请求地址',
    charactersValue: '{{count}}个字符',
    context: '`context`，不计费',
    rate: '请求频率，每个用户的全部密钥',
    rateValue: '每秒{{count}}个，短时可达{{burst}}个',
    groupRate: '请求频率，主账号及其子账号',
    groupRateValue: '每秒{{count}}个起，随活跃用户增加',
    concurrent: '同时进行的翻译，每个用户',
    concurrentValue: '{{count}}个',
    glossaries: '术语表，主账号及其子账号',
    terms: '一个术语表的术语',
    term: '一条术语',
    keys: '密钥，每个用户',
    note: '超过频率的请求以429拒绝。一段文字没有单独的长度上限，过长的文字会分段送往翻译通道。',
  },
  differences: {
    title: '与 DeepL 的差别',
    lead: '做不到的参数会被拒绝并说明原因，不会被忽略；只有 `context` 和以 `prefer_` 开头的值是偏好。',
    parameters: '不支持的参数：{{parameters}}。',
    services: '没有 DeepL Write、风格规则、翻译记忆和语音接口。',
    languages:
      '语言取决于密钥所用的翻译通道，以 `/v2/languages` 的结果为准。`target_lang` 也接受不带地区的 `EN` 和 `PT`。',
    formality:
      '`formality` 只在通道能选择语气时可用，否则以400拒绝；`prefer_more` 与 `prefer_less` 总可以用。',
    model:
      '`model_type` 由通道决定：大语言模型和 DeepL 的通道提供 `quality_optimized`，其他通道和 DeepL 的通道提供 `latency_optimized`。',
    markup: '`tag_handling` 在所有通道上都保留标签，标签不计费。',
    charging: '计费按 Unicode 码点：一个汉字或一个表情是一个字符。按时长计费的账号不扣字符。',
    usage: '`/v2/usage` 统计密钥所属用户的自然月，上限是已用与剩余之和。',
  },
  openai: {
    title: 'OpenAI 的接口',
    lead: '供只支持 OpenAI 接口的工具使用，基础地址是 `{{address}}`。模型名称就是语言对，最后一条用户消息就是要翻译的文字。它只翻译，不对话。',
    models:
      '模型名称为 `translate-源语言-目标语言`，例如 `translate-zh-en`；`auto` 表示自动识别，例如 `translate-auto-en`。',
    ignored: '其他消息和 `temperature` 等参数不起作用；`usage` 中的数量是字符数，不是词元数。',
    errors:
      '错误为 OpenAI 的格式。密钥无效是401而不是403，字符用完是429（`insufficient_quota`）而不是456。',
    streaming: '支持 `stream`；译文完成后分块发送。',
  },
  assistants: {
    title: 'AI 助手（MCP）',
    lead: '支持 MCP 的助手可以直接调用翻译：地址是 `{{address}}`（Streamable HTTP），请求头 `Authorization: Bearer 密钥`。密钥的权限决定助手能使用哪些工具。',
    command: '在 Claude Code 中添加',
    config: '其他助手的配置',
    tools: '工具',
    tool: '工具',
    charge: '计费和限制与 DeepL 的接口相同；`translate` 每次调用都重新翻译并计费。',
  },
  glossaries: {
    title: '术语表',
    create:
      '用 `/v2/glossaries`（一个语言对）或 `/v3/glossaries`（多个语言对）新建，或在用户中心的“[术语表](/UserCenterGlossaries)”页维护并导入 CSV。',
    use: '翻译时给出 `glossary_id`，并指明 `source_lang`。术语在所有翻译通道上都生效；没有译文的术语保持原样。',
    access: '术语表属于主账号，子账号的密钥可以读取和使用，但不能修改。',
  },
  webhooks: {
    title: '事件推送（Webhook）',
    register:
      '主账号在“[事件推送](/UserCenterWebhooks)”页登记您的接收地址。事件以 JSON 发送：{{events}}。内容见[OpenAPI 文档](/openapi.json)的 `webhooks`。',
    sign: '每个请求都按 Standard Webhooks 规范签名：`webhook-id`、`webhook-timestamp`、`webhook-signature`，密钥为 `whsec_…`。请用该规范的库验证签名后再处理。',
    retry:
      '没有及时以2xx响应的，在{{hours}}小时内重试，间隔逐渐加长；同一事件可能到达多次，`webhook-id` 相同。登记页可查看发送记录并重新发送。',
  },
  documents: {
    title: '文档',
    upload:
      '用 `POST /v2/document` 上传：`multipart/form-data`，`file` 和 `target_lang` 必填，`source_lang`、`glossary_id`、`formality` 可选。结果是 `document_id` 和 `document_key`。',
    download:
      '用 `POST /v2/document/编号` 查询状态，`done` 之后用 `POST /v2/document/编号/result` 下载，两者都带 `document_key`。客户端库的 `translateDocument` 会完成这三步。',
    formats: '格式：{{formats}}。文件最大{{megabytes}} MB，最多{{characters}}个字符。',
    charging: '只对成功的文档计费。文件和译文在{{hours}}小时后删除。',
    retry:
      '没有收到响应时可以重新上传：同一密钥{{minutes}}分钟内再次上传相同的文件，只要还没有查询过状态，就还是原来的文档。要再翻译一次相同的文件，请带上新的 `Idempotency-Key`。',
    sample: '上传一个文件',
    statusSample: '查询状态，完成后下载',
  },
  security: {
    title: '密钥与安全',
    secret:
      '密钥只在新建时显示，我们只保存它的哈希。前缀 `yq_` 和末尾的校验码便于泄漏扫描工具识别。',
    scopes: '每个密钥都可以限定权限、翻译通道、每天和每月的字符数、允许的网络和最后有效日。',
    rotate: '更换密钥后，旧密钥还可用{{overlapHours}}小时，便于逐步替换。撤销立即在各处生效。',
    browser: '不要把密钥放进网页或应用：任何人都能从中取出。请从自己的服务器调用。',
    log: '每次调用都记在翻译日志中，并注明所用的密钥；用量可以按密钥查看。',
  },
  changes: {
    title: '接口变更',
    lead: '已有的参数和响应不会改变含义；只会增加新的接口、参数和字段。',
    mcp: '2026-11-28：供 AI 助手使用的 MCP，`/mcp`。',
    documents: '2026-11-28：文档，`/v2/document`。',
    webhooks: '2026-11-28：事件推送（Webhook）。',
    first:
      '2026-11-27：API 密钥；`/v2/translate`、`/v2/usage`、`/v2/languages`、`/v3/languages`；术语表，`/v2/glossaries`、`/v3/glossaries`；`/v1/chat/completions`、`/v1/models`。',
  },
}

export const en: Messages<typeof zh> = {
  description:
    'Call the translation service with the official clients of DeepL or OpenAI: another address and key. Examples, errors, limits and retries.',
  headline: 'Translate from your program',
  lead: 'The API is DeepL’s: its client libraries, CAT tools and browser extensions need another address and another key, nothing else.',
  copy: 'Copy',
  copyNamed: 'Copy: {{name}}',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy. Select the text and copy it yourself.',
  language: 'Client in the examples',
  start: {
    title: 'First translation',
    keyTitle: 'Get a key',
    visitor:
      '[Log in](/login?type=1&to=%2FUserCenterApiKeys) or [register for free](/login?type=2), then create one on the page [API keys](/UserCenterApiKeys). A key is shown only once.',
    user: 'You are logged in: create one on the page [API keys](/UserCenterApiKeys) of the user centre. A key is shown only once.',
    key: 'Your key',
    keyHint:
      'The examples on this page then use it. It stays in the memory of this page and is gone when you close it.',
    demo: 'Use the demo key',
    callTitle: 'Make the call',
    call: 'Copy one and run it. The address is the one of this site; the source language is detected.',
    response: 'Response',
  },
  try: {
    title: 'Try it',
    lead: 'Your browser sends the request to this site. Translations are charged to your account by character.',
    text: 'Text to translate',
    target: 'Translate into',
    submit: 'Translate',
    busy: 'Translating…',
    request: 'The request',
    answer: 'Translation',
    billed: 'Detected language: {{source}}. Characters charged: {{characters}}.',
    noKey: 'Enter your key first.',
    noText: 'Enter a text first.',
    failed: 'No response arrived. Check your connection and try again.',
    script: 'Trying it here needs JavaScript.',
  },
  calls: {
    title: 'Calls',
    authorization:
      'Each request carries `Authorization: DeepL-Auth-Key KEY`, or `Authorization: Bearer KEY`. Bodies are JSON; DeepL’s calls take forms too.',
    reference: 'API reference',
    referenceText: 'parameters and responses of every call.',
    openapi: 'OpenAPI document',
    openapiText: 'all calls for programs, OpenAPI 3.1, for Postman and other tools.',
    markdown: 'This page as Markdown',
    markdownText: 'for assistants and other programs.',
    call: 'Call',
    what: 'What it does',
    scope: 'Scope',
    anyScope: 'any',
  },
  errors: {
    title: 'Errors',
    lead: 'The body of an error is `{"message": "…"}` and says what is wrong, in Chinese with `Accept-Language: zh`, otherwise in English. Only successful translations are charged.',
    status: 'Status',
    when: 'What happened',
    action: 'What to do',
    s400: {
      when: 'A parameter is missing or invalid, or the channel can’t do it',
      action: 'Change the request as `message` says; don’t retry it unchanged',
    },
    s403: {
      when: 'The key is invalid, expired or revoked, lacks the scope, or is used from a network it doesn’t allow',
      action: 'Check the key, its scopes and networks, as `message` says',
    },
    s404: { when: 'No such path or glossary', action: 'Check the path and the id' },
    s413: { when: 'The body is larger than {{body}} KiB', action: 'Send several requests' },
    s414: {
      when: 'The URL is longer than {{url}} characters',
      action: 'Send the content in the body',
    },
    s415: {
      when: 'The body is neither JSON nor a form',
      action: 'Set the `Content-Type` of the body',
    },
    s429: {
      when: 'Too many requests, or the key’s characters of the day or month are used up',
      action: 'Retry after the seconds in `Retry-After`',
    },
    s456: {
      when: 'The account has no characters left, or its plan has expired',
      action: '[Recharge](/UserCenterRecharge), then send it again; don’t retry automatically',
    },
    s500: {
      when: 'The server failed',
      action: 'Retry; if it fails again, send us the header `x-request-id` of the response',
    },
    s503: {
      when: 'Not available right now, or a request with the same `Idempotency-Key` is still running',
      action: 'Retry with the same key after the seconds in `Retry-After`',
    },
    s529: { when: 'The channel is busy', action: 'Retry later with the same key' },
  },
  retries: {
    title: 'Retries and double charges',
    risk: 'Without an `Idempotency-Key`, a request that is sent twice is translated twice and charged twice. Client libraries retry by themselves: `deepl-node` sends a request again after {{nodeSeconds}} seconds without a response, `deepl-python` after {{pythonSeconds}}, and the first attempt may have been translated and charged.',
    key: 'To be charged once, send the header `Idempotency-Key`: a new random value for each piece of work, the same for its retries, of at most {{keyLength}} characters. The first result is kept for {{replayHours}} hours; a repeated request gets it again and is free.',
    rules:
      'The same key with another request is refused (400). Responses with 429 or 5xx are not kept, so the same key can be used again. Calls that create, change or delete a glossary take the header too.',
    lead: 'How each client sends it:',
  },
  limits: {
    title: 'Limits',
    name: 'What',
    value: 'At most',
    texts: 'Texts in one request',
    textsValue: '{{count}}',
    body: 'Body of a request',
    url: 'URL of a request',
    charactersValue: '{{count}} characters',
    context: '`context`, which is free',
    rate: 'Requests by all keys of a user',
    rateValue: '{{count}} a second, {{burst}} in a burst',
    groupRate: 'Requests by a main account with its sub-accounts',
    groupRateValue: '{{count}} a second, more with each active user',
    concurrent: 'Translations of a user at the same time',
    concurrentValue: '{{count}}',
    glossaries: 'Glossaries of a main account',
    terms: 'Terms of a glossary',
    term: 'A term',
    keys: 'Keys of a user',
    note: 'Requests beyond the rate are refused with 429. A single text has no limit of its own: a long one goes to the channel in parts.',
  },
  differences: {
    title: 'Differences from DeepL',
    lead: 'What can’t be done is refused with a reason, never ignored. Only `context` and values that begin with `prefer_` are preferences.',
    parameters: 'Parameters that are refused: {{parameters}}.',
    services:
      'There is no DeepL Write, and there are no style rules, translation memories or voice calls.',
    languages:
      'The languages are those of the key’s channel: `/v2/languages` lists them. `target_lang` also takes `EN` and `PT` without a region.',
    formality:
      '`formality` works where the channel can choose it, and is refused with 400 elsewhere; `prefer_more` and `prefer_less` always work.',
    model:
      '`model_type` follows the channel: language models and DeepL offer `quality_optimized`, the other channels and DeepL `latency_optimized`.',
    markup: '`tag_handling` keeps tags on every channel; tags are free.',
    charging:
      'Characters are Unicode code points: a Chinese character or an emoji is one. Accounts on a plan by time are not charged by character.',
    usage:
      '`/v2/usage` counts the calendar month of the key’s user; the limit is what was used plus what is left.',
  },
  openai: {
    title: 'OpenAI’s API',
    lead: 'For tools that only speak OpenAI’s API; the base address is `{{address}}`. The name of the model is the language pair, and the last user message is the text. It translates and does not converse.',
    models:
      'Models are named `translate-FROM-TO`, such as `translate-zh-en`; `auto` detects the source, as in `translate-auto-en`.',
    ignored:
      'Other messages, `temperature` and the like have no effect. The numbers in `usage` are characters, not tokens.',
    errors:
      'Errors have OpenAI’s shape. An invalid key is 401 instead of 403; no characters left is 429 (`insufficient_quota`) instead of 456.',
    streaming: '`stream` works; the chunks are sent once the translation is complete.',
  },
  assistants: {
    title: 'Assistants (MCP)',
    lead: 'Assistants that speak MCP can use the service: the address is `{{address}}` (Streamable HTTP), with the header `Authorization: Bearer KEY`. The scopes of the key decide which tools they get.',
    command: 'Add it to Claude Code',
    config: 'Configuration of other assistants',
    tools: 'Tools',
    tool: 'Tool',
    charge:
      'Charges and limits are those of `/v2`; `translate` translates and charges anew with each call.',
  },
  glossaries: {
    title: 'Glossaries',
    create:
      'Create them by `/v2/glossaries` (one language pair) or `/v3/glossaries` (several), or on the page [Glossaries](/UserCenterGlossaries) of the user centre, which also imports CSV.',
    use: 'Send `glossary_id` and `source_lang` with a translation. Terms apply on every channel; a term without a translation stays as it is.',
    access:
      'Glossaries belong to the main account. Keys of sub-accounts can read and use them, but not change them.',
  },
  webhooks: {
    title: 'Webhooks',
    register:
      'Main accounts register the addresses of their programs on the page [Webhooks](/UserCenterWebhooks). Events are sent as JSON: {{events}}. Their contents are under `webhooks` in the [OpenAPI document](/openapi.json).',
    sign: 'Each request is signed by the Standard Webhooks specification: `webhook-id`, `webhook-timestamp`, `webhook-signature`, with a secret `whsec_…`. Verify it with a library of the specification before you act on it.',
    retry:
      'What gets no 2xx in time is sent again for {{hours}} hours, at growing intervals. An event may come more than once, with the same `webhook-id`. The page shows the deliveries and sends them again.',
  },
  documents: {
    title: 'Documents',
    upload:
      'Upload by `POST /v2/document` as `multipart/form-data`. `file` and `target_lang` are required; `source_lang`, `glossary_id` and `formality` are optional. The response has a `document_id` and a `document_key`.',
    download:
      '`POST /v2/document/ID` returns the status; once it is `done`, `POST /v2/document/ID/result` downloads the translation, both with the `document_key`. `translateDocument` of the client libraries takes these three steps.',
    formats:
      'Formats: {{formats}}. Files have at most {{megabytes}} MB and {{characters}} characters.',
    charging:
      'Only documents that succeed are charged. Files and translations are deleted after {{hours}} hours.',
    retry:
      'Without a response, upload again: the same file by the same key within {{minutes}} minutes, before its status was read, is the same document. To translate an equal file once more, send a new `Idempotency-Key`.',
    sample: 'Upload a file',
    statusSample: 'Read its status, and download it once it is done',
  },
  security: {
    title: 'Keys and security',
    secret:
      'A key is shown once, when it is created; we keep its hash only. The prefix `yq_` and the checksum at the end let scanners for leaked secrets find it.',
    scopes:
      'A key can be limited to scopes, a channel, characters per day and month, networks, and a last day.',
    rotate:
      'After you rotate a key, the old one works for {{overlapHours}} more hours. A revoked key is refused everywhere within a second.',
    browser:
      'Never put a key into a web page or an app, where anyone can read it. Call from a server of your own.',
    log: 'Every call is in the translation log with the name of its key; usage can be viewed by key.',
  },
  changes: {
    title: 'Changes to the API',
    lead: 'Existing parameters and responses keep their meaning; calls, parameters and fields are only added.',
    mcp: '2026-11-28: MCP, `/mcp`.',
    documents: '2026-11-28: documents, `/v2/document`.',
    webhooks: '2026-11-28: webhooks.',
    first:
      '2026-11-27: API keys; `/v2/translate`, `/v2/usage`, `/v2/languages`, `/v3/languages`; glossaries, `/v2/glossaries`, `/v3/glossaries`; `/v1/chat/completions`, `/v1/models`.',
  },
}
