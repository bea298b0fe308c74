/** Translations of gettext: messages without a translation, or with a doubtful one. */
import { po, type GetTextTranslation, type GetTextTranslations } from 'gettext-parser'
import {
  isTranslatable,
  toFragment,
  fromFragment,
  type Fragment,
} from '#server/features/documents/formats/fragment.ts'
import {
  fromInlineTokens,
  placeholders,
  toInlineTokens,
  type InlineToken,
} from '#server/features/documents/formats/inline-tokens.ts'
import {
  DocumentError,
  type ParsedDocument,
} from '#server/features/documents/formats/parsed-document.ts'
import { pluralForms } from '#server/features/documents/formats/po-plurals.ts'
import { decodeText } from '#server/features/documents/formats/text-encoding.ts'

type Message = { entry: GetTextTranslation; forms: Fragment<InlineToken>[] }

export async function parsePo(bytes: Uint8Array): Promise<ParsedDocument> {
  const { text } = decodeText(bytes)
  const isPo = /^[ \t]*msgid[ \t]+"/m.test(text)
  if (!isPo && text.trim() !== '') throw new DocumentError('documentOfOtherFormat')
  const file = po.parse(text)
  const messages = Object.values(file.translations)
    .flatMap((context) => Object.values(context))
    .filter(isOpen)
    .map((entry): Message => {
      const forms = [entry.msgid, ...(entry.msgid_plural ? [entry.msgid_plural] : [])]
      return { entry, forms: forms.map((form) => toFragment(toInlineTokens(form, placeholders))) }
    })
  return {
    texts: messages.flatMap(({ forms }) => forms.map((form) => form.text)),
    async write(translations, language) {
      const plurals = pluralForms(language)
      let at = 0
      for (const { entry, forms } of messages) {
        const translated = forms.map((form) =>
          fromInlineTokens(fromFragment(translations[at++]!, form.elements)),
        )
        entry.msgstr = toForms(entry, translated, plurals.count)
        removeDoubt(entry)
      }
      return writeFile(file, language, plurals.rule)
    },
  }
}

/** Not the header, and without a translation that a person confirmed. */
const isOpen = ({ msgid, msgstr, comments }: GetTextTranslation): boolean =>
  isTranslatable(msgid) && (msgstr.every((form) => form === '') || isFuzzy(comments?.flag))

const isFuzzy = (flag: string | undefined) => /\bfuzzy\b/.test(flag ?? '')

function toForms(
  { msgid, msgid_plural: plural }: GetTextTranslation,
  translated: string[],
  count: number,
): string[] {
  const forms = translated.map((form, index) => keepLineEnds(index === 0 ? msgid : plural!, form))
  if (forms.length === 1) return forms
  return Array.from({ length: count }, (_, index) => forms[index === 0 && count > 1 ? 0 : 1]!)
}

/** gettext requires a translation to begin and end with a line end where the message does. */
function keepLineEnds(message: string, translated: string): string {
  const [start, end] = [/^\n*/.exec(message)![0], /\n*$/.exec(message)![0]]
  return start + translated.replace(/^\n+|\n+$/g, '') + end
}

/** The translation is no longer doubtful, and the message before it no longer of use. */
function removeDoubt({ comments }: GetTextTranslation): void {
  if (!comments) return
  const flags = (comments.flag ?? '').split(/\s*,\s*|\n/).filter((flag) => flag && flag !== 'fuzzy')
  comments.flag = flags.join(', ')
  comments.previous = ''
}

function writeFile(file: GetTextTranslations, language: string, plurals: string): Uint8Array {
  file.charset = 'utf-8'
  const header = (file.translations[''] ??= {})
  header[''] ??= { msgid: '', msgstr: [''] }
  file.headers ??= {}
  file.headers['Language'] = language.replace('-', '_')
  file.headers['Plural-Forms'] = plurals
  file.headers['Content-Type'] = 'text/plain; charset=UTF-8'
  return po.compile(file)
}
