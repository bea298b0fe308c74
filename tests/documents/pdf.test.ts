/** PDF: paragraphs and headings of its lines become a Word document. */
import PdfDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { readDocument } from '#server/features/documents/formats/documents.ts'
import { shout, textsOf, translate, unzip } from '#tests/documents/office-files.ts'

type Pdf = InstanceType<typeof PdfDocument>

async function pdf(
  draw: (document: Pdf) => void,
  options: ConstructorParameters<typeof PdfDocument>[0] = {},
): Promise<Buffer> {
  const document = new PdfDocument({ size: 'A4', margin: 72, ...options })
  draw(document)
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const long =
  'This is a paragraph of several lines, which the program wraps at the width of the page, so that we have some lines of it to join. '

const report = await pdf((document) => {
  for (let page = 1; page <= 3; page++) {
    if (page > 1) document.addPage()
    document.fontSize(8).text('Annual report', 72, 30)
    document.text(`${page}`, 300, 760, { lineBreak: false })
    document.fontSize(24).text(`Chapter ${page}`, 72, 90)
    document.fontSize(11).moveDown().text(long.repeat(2).trim())
    document.moveDown().text('A short one.')
    document.moveDown().text('12.50')
  }
})

test('lines are joined to paragraphs; repeated headers are read once, numbers of pages never', async () => {
  const chapter = (page: number) => [`Chapter ${page}`, long.repeat(2).trim(), 'A short one.']
  expect(await textsOf('pdf', report)).toEqual([
    'Annual report',
    ...chapter(1),
    ...chapter(2),
    ...chapter(3),
  ])
})

test('the translation is a Word document with its headings, and with what is no text', async () => {
  const word = await translate('pdf', report, shout, 'zh')
  expect(await textsOf('docx', word)).toEqual((await textsOf('pdf', report)).map(shout))
  const source = (await unzip(word))['word/document.xml']!.toString()
  expect(source.match(/<w:pStyle w:val="Heading1"\/>/g)).toHaveLength(3)
  expect(source.match(/12\.50/g)).toHaveLength(3)
  expect((await unzip(word))['word/styles.xml']!.toString()).toContain('w:eastAsia="zh-CN"')
})

test('a cell or a centred line, and the line below it at the left, are two paragraphs', async () => {
  const file = await pdf((document) => {
    document.fontSize(12)
    document.text('Last cell of the row', 320, 100, { lineBreak: false })
    document.text('A row below it', 72, 114, { lineBreak: false })
    document.text(long.trim(), 72, 200, { width: 300, indent: 24 })
  })
  expect(await textsOf('pdf', file)).toEqual([
    'Last cell of the row',
    'A row below it',
    long.trim(),
  ])
})

test('words divided at the end of a line are joined; items of a list are not', async () => {
  const file = await pdf((document) =>
    document
      .fontSize(12)
      .text('An extraordi-\nnary word goes on\n1. First\n2. Second', { width: 100 }),
  )
  expect(await textsOf('pdf', file)).toEqual([
    'An extraordinary word goes on',
    '1. First',
    '2. Second',
  ])
})

test('cells beside each other are texts of their own', async () => {
  const file = await pdf((document) => {
    document.text('Name', 72, 72, { lineBreak: false })
    document.text('Price', 300, 72, { lineBreak: false })
  })
  expect(await textsOf('pdf', file)).toEqual(['Name', 'Price'])
})

/** A page with a text in a font that is not in the file, in an encoding of Chinese. */
function chinesePdf(): Buffer {
  const content = 'BT /F1 12 Tf 72 700 Td <C4E3BAC3CAC0BDE7> Tj ET'
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/GBK-EUC-H/DescendantFonts[6 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Size 7/Root 1 0 R>>\n%%EOF`)
}

test('a Chinese text in a font of the system is read', async () => {
  expect(await textsOf('pdf', chinesePdf())).toEqual(['你好世界'])
})

test.each([
  [
    'with a password',
    await pdf((document) => document.text('a'), { userPassword: 'x' }),
    'documentEncrypted',
  ],
  ['without text', await pdf((document) => document.rect(0, 0, 9, 9).fill()), 'documentHasNoText'],
  ['of a header alone', Buffer.from('%PDF-1.7\n'), 'documentDamaged'],
  ['that is a text', Buffer.from('Hello'), 'documentOfOtherFormat'],
])('a file %s is refused', async (_what, bytes, reason) => {
  await expect(readDocument({ format: 'pdf', bytes })).rejects.toMatchObject({ reason })
})

test('a file that can be read by its owner’s restrictions is read', async () => {
  const file = await pdf((document) => document.text('Hello'), { ownerPassword: 'x' })
  expect(await textsOf('pdf', file)).toEqual(['Hello'])
})

test('a file cut off at any byte is read or refused', async () => {
  const small = await pdf((document) => document.text('Hello'))
  for (let length = 0; length < small.length; length += 29)
    await readDocument({ format: 'pdf', bytes: small.subarray(0, length) }).catch(
      (error: unknown) => expect(error).toMatchObject({ name: 'DocumentError' }),
    )
})
