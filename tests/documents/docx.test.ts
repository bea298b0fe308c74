/** Word documents: texts with inline formatting as tags; layout, pictures and fields stay. */
import {
  Bookmark,
  Document,
  ExternalHyperlink,
  FootnoteReferenceRun,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  PageNumber,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeText } from '#server/features/documents/formats/fragment.ts'
import { shout, textsOf, translate, unzip, wordFile } from '#tests/documents/office-files.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const paragraph = (...children: ConstructorParameters<typeof TextRun>[0][]) =>
  new Paragraph({
    children: children.map((child) => new TextRun(child as string)),
  })

const report = await Packer.toBuffer(
  new Document({
    footnotes: { 1: { children: [new Paragraph('A footnote')] } },
    sections: [
      {
        headers: { default: new Header({ children: [new Paragraph('Company report')] }) },
        footers: {
          default: new Footer({
            children: [paragraph({ children: ['Page ', PageNumber.CURRENT, ' in all'] })],
          }),
        },
        children: [
          new Paragraph({
            heading: HeadingLevel.HEADING_1,
            children: [new Bookmark({ id: 'first', children: [new TextRun('Chapter one')] })],
          }),
          new Paragraph({
            children: [
              new TextRun('Hello '),
              new TextRun({ text: 'big', bold: true }),
              new TextRun(' world'),
              new FootnoteReferenceRun(1),
              new TextRun('.'),
            ],
          }),
          new Paragraph({
            children: [
              new TextRun('See '),
              new ExternalHyperlink({
                link: 'https://example.com',
                children: [new TextRun({ text: 'the site', style: 'Hyperlink' })],
              }),
              new TextRun({ children: [new Tab(), 'and its picture '] }),
              new ImageRun({
                type: 'png',
                data: pixel,
                transformation: { width: 20, height: 20 },
              }),
            ],
          }),
          new Paragraph('42'),
          new Table({
            rows: [
              new TableRow({
                children: ['Name', '€ 12'].map(
                  (text) => new TableCell({ children: [new Paragraph(text)] }),
                ),
              }),
            ],
          }),
        ],
      },
    ],
  }),
)

test('texts of body, table, header, footer and notes, with tags for what is inline', async () => {
  expect(await textsOf('docx', report)).toEqual([
    '<x id="1"/>Chapter one<x id="2"/>',
    'Hello <g id="1">big</g> world<x id="2"/>.',
    'See <g id="1">the site</g><x id="2"/>and its picture <x id="3"/>',
    'Name',
    'Company report',
    'Page <x id="1"/> in all',
    '<x id="1"/>A footnote',
  ])
})

/** What a reader sees apart from the words. */
const layoutOf = (source: string) => ({
  styles: source.match(/<w:(?:pStyle|rStyle|b|tblW|tcW|tab|drawing|footnoteReference)\b[^>]*>/g),
  paragraphs: source.match(/<w:p[ >]/g)?.length,
  fields: source.match(/<w:instrText.*?<\/w:instrText>/g),
})

test('the translation has the same paragraphs, styles, tables, pictures and fields', async () => {
  const translated = await translate('docx', report, shout)
  expect(await textsOf('docx', translated)).toEqual((await textsOf('docx', report)).map(shout))
  const [before, after] = [await unzip(report), await unzip(translated)]
  expect(Object.keys(after)).toEqual(Object.keys(before))
  const changed = Object.keys(before).filter((name) => !before[name]!.equals(after[name]!))
  expect(changed.toSorted()).toEqual([
    'word/document.xml',
    'word/footer1.xml',
    'word/footnotes.xml',
    'word/header1.xml',
  ])
  for (const name of changed)
    expect(layoutOf(after[name]!.toString())).toEqual(layoutOf(before[name]!.toString()))
  expect(after['word/document.xml']!.toString()).toContain('<w:lang w:val="de-DE"/>')
})

const run = (text: string, properties = '') =>
  `<w:r w:rsidR="00A1">${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`

test.each([
  ['marks of the spelling checker', `${run('Hel')}<w:proofErr w:type="spellStart"/>${run('lo')}`],
  ['languages', run('Hel', '<w:rPr><w:lang w:val="en-GB"/></w:rPr>') + run('lo')],
  ['hints of fonts', run('Hel', '<w:rPr><w:rFonts w:hint="eastAsia"/></w:rPr>') + run('lo')],
  [
    'page breaks of the last rendering',
    '<w:r><w:t>Hel</w:t><w:lastRenderedPageBreak/><w:t>lo</w:t></w:r>',
  ],
])('%s do not split a text', async (_what, content) => {
  expect(await textsOf('docx', await wordFile(`<w:p>${content}</w:p>`))).toEqual(['Hello'])
})

const bold = '<w:rPr><w:b/></w:rPr>'
const field = (code: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

test.each([
  ['a formula', '<m:oMath><m:r><m:t>x=y</m:t></m:r></m:oMath>', '<x id="1"/>'],
  ['a computed field with its result', field('DATE', run('Monday', bold)), '<x id="1"/>'],
  [
    'the code of a link',
    field('HYPERLINK "https://e.com"', run('link', bold)),
    '<x id="1"/><g id="2">link</g><x id="3"/>',
  ],
  ['deleted text', '<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>', '<x id="1"/>'],
  ['a line break', '<w:r><w:br/></w:r>', '<x id="1"/>'],
])('%s is a tag, and stays', async (_what, content, tag) => {
  const file = await wordFile(
    `<w:p>${run('The longer text before ')}${content}${run(' and after')}</w:p>`,
  )
  expect(await textsOf('docx', file)).toEqual([`The longer text before ${tag} and after`])
  const written = (await unzip(await translate('docx', file)))['word/document.xml']!.toString()
  expect(await textsOf('docx', await translate('docx', file))).toEqual(await textsOf('docx', file))
  for (const element of content.match(/<[mw]:(?:oMath|fldChar|instrText|delText|br)\b[^>]*>/g)!)
    expect(written).toContain(element)
})

const box = (text: string) => `<w:txbxContent><w:p>${run(text)}</w:p></w:txbxContent>`

test('a text box inside a paragraph is a text of its own, read once for all its forms', async () => {
  const file = await wordFile(
    `<w:p>${run('Around')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><wps:txbx>${box('Inside')}</wps:txbx></mc:Choice><mc:Fallback><w:pict>${box('Inside')}</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
  )
  expect(await textsOf('docx', file)).toEqual(['Around<x id="1"/>', 'Inside'])
  const written = (await unzip(await translate('docx', file, shout)))['word/document.xml']!
  expect(written.toString().match(/>[A-Za-z]+</g)).toEqual(['>AROUND<', '>INSIDE<', '>INSIDE<'])
})

test('a picture whose tag a translation lost is kept', async () => {
  const file = await wordFile(`<w:p>${run('See')}<w:r><w:drawing/></w:r></w:p>`)
  const written = (await unzip(await translate('docx', file, () => 'Siehe')))['word/document.xml']!
  expect(written.toString()).toContain('<w:drawing/>')
})

test('any translation, with signs of markup, is read back from the file', async () => {
  const file = await wordFile(`<w:p>${run('Hello')}</w:p>`)
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (text) => {
      const words = `a${text}`
      const translated = await translate('docx', file, () => escapeText(words))
      expect(await textsOf('docx', translated)).toEqual([
        // XML has no such signs.
        // oxlint-disable-next-line no-control-regex
        escapeText(words.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '').replace(/\s*[\r\n]+\s*/g, ' ')),
      ])
    }),
  )
})
