/** Messages of refused calls of programs. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  /** By rule that a field violates. */
  fields: {
    required: '缺少参数 {{field}}',
    min: '参数 {{field}} 至少为{{limit}}',
    max: '参数 {{field}} 最多为{{limit}}',
    other: '参数 {{field}} 的值无效',
  },
  reasons: {
    urlTooLong: '请求地址过长，请把内容放在请求正文中',
    unknownLanguage: '当前翻译通道不支持语言 {{language}}（参数 {{parameter}}）',
    noDetection: '当前翻译通道不能识别源语言，请用 source_lang 指定',
    noFormality:
      '当前翻译通道不能为 {{language}} 选择语气，请去掉 formality，或改用 prefer_more、prefer_less',
    noModel: '当前翻译通道不提供 {{model}}，请去掉 model_type，或改用 prefer_quality_optimized',
    unavailableParameter: '暂不支持参数 {{parameter}}，请去掉该参数',
    malformedXml: '第 {{number}} 段文字不是格式正确的 XML（{{element}}）',
    unknownModel:
      '没有模型 {{model}}：模型名称为 translate-源语言-目标语言，例如 translate-zh-en 或 translate-auto-en',
    noUserMessage: 'messages 中没有 role 为 user 的文字消息',
    onlyText: '消息只能包含文字',
    oneChoice: 'n 只能取1',
    oneMessage: '请求正文应为一条 JSON-RPC 消息',
    originRefused: '不接受来自这个网站的请求',
    keyReused: '该幂等键（Idempotency-Key）已用于另一个请求，请为新的请求换一个键',
  },
} as const

export const en: Messages<typeof zh> = {
  fields: {
    required: 'The parameter {{field}} is missing.',
    min: 'The parameter {{field}} must be at least {{limit}}.',
    max: 'The parameter {{field}} may be at most {{limit}}.',
    other: 'The value of the parameter {{field}} is not valid.',
  },
  reasons: {
    urlTooLong: 'The address of the request is too long: send the content in its body.',
    unknownLanguage:
      'Your channel does not translate the language {{language}} (parameter {{parameter}}).',
    noDetection: 'Your channel does not detect the source language: set source_lang.',
    noFormality:
      'Your channel can’t choose the formality for {{language}}: leave formality out, or use prefer_more or prefer_less.',
    noModel:
      'Your channel does not offer {{model}}: leave model_type out, or use prefer_quality_optimized.',
    unavailableParameter: 'The parameter {{parameter}} is not available: leave it out.',
    malformedXml: 'The text number {{number}} is not well-formed XML ({{element}}).',
    unknownModel:
      'There is no model {{model}}: models are named translate-FROM-TO, such as translate-zh-en or translate-auto-en.',
    noUserMessage: 'The messages contain no text with the role user.',
    onlyText: 'Messages may contain text only.',
    oneChoice: 'n may only be 1.',
    oneMessage: 'The body of a request must be one JSON-RPC message.',
    originRefused: 'Requests from this website are not accepted.',
    keyReused:
      'This idempotency key was used for another request. Send a new key with a new request.',
  },
}
