/** Formats of documents that are translated, and why one is not. */

export type DocumentFormat =
  | 'docx'
  | 'pptx'
  | 'xlsx'
  | 'html'
  | 'md'
  | 'txt'
  | 'srt'
  | 'json'
  | 'po'
  | 'pdf'

/** `extensions`: of file names, the usual one first. `result`: format of the translation. */
type FormatTraits = {
  extensions: readonly [string, ...string[]]
  mediaType: string
  result: DocumentFormat
}

const openXml = 'application/vnd.openxmlformats-officedocument'

export const documentFormats: Readonly<Record<DocumentFormat, FormatTraits>> = {
  docx: {
    extensions: ['docx'],
    mediaType: `${openXml}.wordprocessingml.document`,
    result: 'docx',
  },
  pptx: {
    extensions: ['pptx'],
    mediaType: `${openXml}.presentationml.presentation`,
    result: 'pptx',
  },
  xlsx: { extensions: ['xlsx'], mediaType: `${openXml}.spreadsheetml.sheet`, result: 'xlsx' },
  html: { extensions: ['html', 'htm', 'xhtml'], mediaType: 'text/html', result: 'html' },
  md: { extensions: ['md', 'markdown'], mediaType: 'text/markdown', result: 'md' },
  txt: { extensions: ['txt', 'text'], mediaType: 'text/plain', result: 'txt' },
  srt: { extensions: ['srt'], mediaType: 'application/x-subrip', result: 'srt' },
  json: { extensions: ['json'], mediaType: 'application/json', result: 'json' },
  po: { extensions: ['po', 'pot'], mediaType: 'text/x-gettext-translation', result: 'po' },
  pdf: { extensions: ['pdf'], mediaType: 'application/pdf', result: 'docx' },
}

/** By extension; undefined for a name without one that is known. */
export function formatOfFileName(name: string): DocumentFormat | undefined {
  const extension = extensionOf(name)
  const found = Object.entries(documentFormats).find(([, { extensions }]) =>
    extensions.includes(extension),
  )
  return found?.[0] as DocumentFormat | undefined
}

/** Whether the name is that of an Office file with macros, which is refused. */
export const isMacroFileName = (name: string): boolean =>
  /^(?:doc|dot|xls|xlt|xla|ppt|pot|pps|ppa)m$/.test(extensionOf(name))

const extensionOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Why a document is not translated; keys of `locales/document-refusals.ts`. */
export const documentErrorReasons = [
  'documentFormatUnknown',
  'documentOfOtherFormat',
  'documentEncrypted',
  'documentHasMacros',
  'documentUnpacksTooLarge',
  'documentHasDoctype',
  'documentDamaged',
  'documentHasNoText',
  'documentTooComplex',
  'documentTooSlow',
] as const
export type DocumentErrorReason = (typeof documentErrorReasons)[number]
