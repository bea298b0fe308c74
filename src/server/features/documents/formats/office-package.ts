/** Packages of Office files: parts by content type, and their texts. */
import { openArchive, type Archive } from '#server/features/documents/formats/archive.ts'
import {
  parseTextPart,
  type PartOptions,
  type TextPart,
} from '#server/features/documents/formats/office-text.ts'
import {
  DocumentError,
  type ParsedDocument,
} from '#server/features/documents/formats/parsed-document.ts'
import { decodeText, type DecodedText } from '#server/features/documents/formats/text-encoding.ts'
import { attributeOf, descendantsOf, parseXml } from '#server/features/documents/formats/xml.ts'

/** `type`: matches the content type of the parts. */
export type PartKind = PartOptions & { type: RegExp }

/** `list`: names of the parts of a content type. `read`: the text of a part. */
export type OfficePackage = {
  archive: Archive
  list: (type: RegExp) => string[]
  read: (name: string) => Promise<DecodedText>
}

/** `main`: content type of the main part; another one is another format. Throws DocumentError. */
export async function openOfficePackage(bytes: Uint8Array, main: RegExp): Promise<OfficePackage> {
  const archive = await openArchive(bytes)
  if (!archive.names.includes(contentTypes)) throw new DocumentError('documentOfOtherFormat')
  const read = async (name: string) => decodeText(await archive.read(name))
  const types = readContentTypes((await read(contentTypes)).text)
  const macros = /macroEnabled|vbaProject|macrosheet/i
  if ([...archive.names, ...types.map(({ type }) => type)].some((word) => macros.test(word)))
    throw new DocumentError('documentHasMacros')
  const names = new Set(archive.names)
  const parts = types.filter(({ name }) => names.has(name)).toSorted(byName)
  const list = (type: RegExp) =>
    parts.filter((part) => type.test(part.type)).map(({ name }) => name)
  if (list(main).length === 0) throw new DocumentError('documentOfOtherFormat')
  return { archive, list, read }
}

/** `changed`: contents of parts that have other changes than their texts. */
export type Translated = {
  texts: readonly string[]
  translations: readonly string[]
  changed: ReadonlyMap<string, Uint8Array>
}

/** The texts are in the order of the kinds. `adjust`: changes translations before they are written. */
export async function parseParts(
  { archive, list, read }: OfficePackage,
  kinds: readonly PartKind[],
  adjust: (translated: Translated) => Translated = (translated) => translated,
): Promise<ParsedDocument> {
  const texts: string[] = []
  const parts: (TextPart & { name: string; encode: DecodedText['encode'] })[] = []
  for (const kind of kinds)
    for (const name of list(kind.type)) {
      const { text, encode } = await read(name)
      parts.push({ name, encode, ...parseTextPart(text, kind, texts) })
    }
  return {
    texts,
    write(given, language) {
      const { translations, changed } = adjust({ texts, translations: given, changed: new Map() })
      const written = new Map(changed)
      for (const { name, encode, isChanged, write } of parts)
        if (isChanged) written.set(name, encode(write(translations, language)))
      return archive.write(written)
    },
  }
}

const contentTypes = '[Content_Types].xml'

type PartType = { name: string; type: string }

function readContentTypes(source: string): PartType[] {
  return [...descendantsOf(parseXml(source))]
    .filter(({ name }) => name === 'ct:Override' || name === 'ct:Default')
    .map((element) => ({
      name: (attributeOf(source, element, 'PartName') ?? '').replace(/^\//, ''),
      type: attributeOf(source, element, 'ContentType') ?? '',
    }))
}

/** `slide2` comes before `slide10`. */
const byName = (a: PartType, b: PartType) => a.name.localeCompare(b.name, 'en', { numeric: true })
