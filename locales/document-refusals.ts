/** Messages about documents that can't be translated. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  reasons: {
    documentFormatUnknown: '不支持这种格式的文件',
    documentOfOtherFormat: '文件内容与扩展名不符，请检查文件的格式',
    documentEncrypted: '文件有密码保护，请去掉密码后重新上传',
    documentHasMacros: '文件含有宏，请另存为不含宏的文件后重新上传',
    documentUnpacksTooLarge: '文件解压后过大，无法处理',
    documentHasDoctype: '文件含有文档类型定义或外部实体，出于安全考虑无法处理',
    documentDamaged: '文件已损坏，无法读取',
    documentHasNoText: '文件中没有可以翻译的文字；扫描件请先识别文字',
    documentTooComplex: '文件内容过于庞大或复杂，请拆分后重新上传',
    documentTooSlow: '处理文件的时间过长，请拆分后重新上传',
    documentTooLong: '文件有{{chars}}个字符，每个文件最多{{limit}}个，请拆分后重新上传',
    documentCostsMore:
      '价格已改变：现在需要{{price}}个字符，之前告知的是{{earlier}}个，没有翻译也没有计费。同意新价格请再次开始',
    documentsFull: '账号保存的文件已达到{{limit}} GB，请先删除一些文件',
    documentNotDone: '文件还没有翻译完',
    documentWaits: '翻译通道繁忙，稍后会自动继续翻译',
    documentChannelBusy: '翻译通道连续{{hours}}小时繁忙，没有翻译也没有计费，请稍后重新开始',
    documentOutputFormat: '{{format}} 文件的译文是 {{result}} 格式，不能是 {{requested}}',
  },
} as const

export const en: Messages<typeof zh> = {
  reasons: {
    documentFormatUnknown: 'Files of this format are not translated.',
    documentOfOtherFormat: 'The content of the file does not fit its extension: check its format.',
    documentEncrypted: 'The file is protected by a password: remove it and upload the file again.',
    documentHasMacros: 'The file contains macros: save it without them and upload it again.',
    documentUnpacksTooLarge: 'The file becomes too large when it is unpacked.',
    documentHasDoctype:
      'The file contains a document type definition or external entities, which are refused for security.',
    documentDamaged: 'The file is damaged and can’t be read.',
    documentHasNoText:
      'The file contains no text to translate. Scanned pages need text recognition first.',
    documentTooComplex: 'The file is too large or complex: split it and upload the parts.',
    documentTooSlow: 'Processing the file takes too long: split it and upload the parts.',
    documentTooLong:
      'The file has {{chars}} characters, and may have {{limit}} at most: split it and upload the parts.',
    documentCostsMore:
      'The price has changed to {{price}} characters; you were told {{earlier}}. Nothing was translated or charged. Start again to agree to the new price.',
    documentsFull: 'The files of the account have reached {{limit}} GB: delete some first.',
    documentNotDone: 'The document is not translated yet.',
    documentWaits: 'The channel is busy. The translation goes on by itself later.',
    documentChannelBusy:
      'The channel was busy for {{hours}} hours. Nothing was charged. Please start again later.',
    documentOutputFormat:
      'The translation of a {{format}} file is a {{result}} file, and can’t be {{requested}}.',
  },
}
