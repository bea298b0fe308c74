/** Office files made to do harm, damaged or protected are refused by a reason, and never crash. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDocument } from '#server/features/documents/formats/documents.ts'
import { documentErrorReasons } from '#contract/document-formats.ts'
import {
  contentTypes,
  sheetFile,
  slideFile,
  unzip,
  wordFile,
  zip,
  type Parts,
} from '#tests/documents/office-files.ts'

const word = await wordFile('<w:p><w:r><w:t>Hello</w:t></w:r></w:p>')
const parts = await unzip(word)
const withParts = (more: Parts) => zip({ ...parts, ...more })
const withBody = (source: string) => withParts({ 'word/document.xml': source })
const body = parts['word/document.xml']!.toString()

const macroTypes = contentTypes({}).replace(
  '</Types>',
  '<Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
)
/** Each is small enough alone. */
const header = 'a'.repeat(27_000_000)
const names = [1, 2, 3, 4].map((number) => `word/header${number}.xml`)
const largeHeaders: Parts = {
  ...Object.fromEntries(names.map((name) => [name, `<a>${header}</a>`])),
  '[Content_Types].xml': contentTypes({
    'word/document.xml': 'wordprocessingml.document.main',
    ...Object.fromEntries(names.map((name) => [name, 'wordprocessingml.header'])),
  }),
}
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** Compresses to a thousandth. */
const zeros = Buffer.alloc(12_000_000)
const bomb = await withParts({ 'word/media/a.png': zeros })
const deep = '<w:r>'.repeat(10_000)

/** With the size that the archive declares for the unpacked part replaced. */
function declaring(bytes: Uint8Array, size: number, declared: number): Buffer {
  const changed = Buffer.from(bytes)
  const written = Buffer.alloc(4)
  written.writeUInt32LE(size)
  for (let at = changed.indexOf(written); at >= 0; at = changed.indexOf(written, at + 1))
    changed.writeUInt32LE(declared, at)
  return changed
}

test.each([
  [
    'a container of an encrypted file',
    Buffer.concat([compoundFile, Buffer.from('EncryptedPackage', 'utf16le')]),
    'documentEncrypted',
  ],
  [
    'a file of Word before 2007',
    Buffer.concat([compoundFile, Buffer.alloc(512)]),
    'documentOfOtherFormat',
  ],
  ['an archive with a password', await zip(parts, { password: 'secret' }), 'documentEncrypted'],
  ['a project of macros', await withParts({ 'word/vbaProject.bin': 'x' }), 'documentHasMacros'],
  [
    'the content type of macros',
    await withParts({ '[Content_Types].xml': macroTypes }),
    'documentHasMacros',
  ],
  ['a bomb', bomb, 'documentUnpacksTooLarge'],
  ['a bomb that declares another size', declaring(bomb, zeros.length, 5_000), undefined],
  [
    'a part larger than declared',
    declaring(await withBody(body.padEnd(70_001)), 70_001, 700),
    'documentDamaged',
  ],
  ['macros of Excel 4', await withParts({ 'xl/macrosheets/sheet1.xml': 'x' }), 'documentHasMacros'],
  [
    'headers that are too large together',
    await zip({ ...parts, ...largeHeaders }, { level: 0 }),
    'documentUnpacksTooLarge',
  ],
  [
    'too many parts',
    await zip(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`a${at}`, '']))),
    'documentUnpacksTooLarge',
  ],
  [
    'an external entity',
    await withBody(
      `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>${body.replace(/<\?.*\?>/, '').replace('Hello', '&e;')}`,
    ),
    'documentHasDoctype',
  ],
  ['an unknown entity', await withBody(body.replace('Hello', '&e;')), 'documentDamaged'],
  ['XML that ends early', await withBody(body.slice(0, -20)), 'documentDamaged'],
  [
    'elements in elements without end',
    await withBody(body.replace('<w:r>', deep)),
    'documentTooComplex',
  ],
  ['an archive of other files', await zip({ 'a.txt': 'Hello' }), 'documentOfOtherFormat'],
  ['a workbook', await sheetFile('<si><t>a</t></si>', ''), 'documentOfOtherFormat'],
  ['a presentation', await slideFile([]), 'documentOfOtherFormat'],
  [
    'a document without words',
    await wordFile('<w:p><w:r><w:t>1</w:t></w:r></w:p>'),
    'documentHasNoText',
  ],
  ['a text', Buffer.from('Hello'), 'documentOfOtherFormat'],
  ['nothing', Buffer.alloc(0), 'documentOfOtherFormat'],
])('%s', async (_what, bytes, reason) => {
  const reading = readDocument({ format: 'docx', bytes })
  if (reason) await expect(reading).rejects.toMatchObject({ reason })
  else await expect(reading).resolves.toMatchObject({ texts: ['Hello'] })
})

const refusedOr = async (bytes: Uint8Array) => {
  try {
    return (await readDocument({ format: 'docx', bytes })).texts
  } catch (error) {
    expect(documentErrorReasons).toContain((error as { reason?: string }).reason)
    return undefined
  }
}

test('a document cut off at any byte is refused', async () => {
  for (let length = 0; length < word.length; length += 3)
    expect(await refusedOr(word.subarray(0, length))).toBeUndefined()
})

test('a document with any bytes changed is read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(word.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      async (changes) => {
        const changed = Uint8Array.from(word)
        for (const [at, byte] of changes) changed[at] = byte
        await refusedOr(changed)
      },
    ),
    { numRuns: 300 },
  )
})
