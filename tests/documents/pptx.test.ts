/** Presentations: slides, tables and notes; colours, breaks and numbers of slides stay. */
import { expect, test } from 'vitest'
import { shout, slideFile, textsOf, translate, unzip } from '#tests/documents/office-files.ts'

const slide =
  '<a:p><a:pPr lvl="1"/><a:r><a:rPr lang="en-US" dirty="0"/><a:t>Hel</a:t></a:r><a:r><a:rPr lang="en-GB" err="1"/><a:t>lo </a:t></a:r>' +
  '<a:r><a:rPr lang="en-US" b="1"><a:solidFill/></a:rPr><a:t>big</a:t></a:r><a:br/><a:fld id="{1}" type="slidenum"><a:rPr/><a:t>1</a:t></a:fld><a:endParaRPr lang="en-US"/></a:p>' +
  '<a:p><a:r><a:t>42 %</a:t></a:r></a:p><a:tbl><a:tc><a:txBody><a:p><a:r><a:t>Cell</a:t></a:r></a:p></a:txBody></a:tc></a:tbl>'
const note = '<a:p><a:r><a:t>Speak slowly</a:t></a:r></a:p>'
const slides = Array.from({ length: 10 }, (_, index) =>
  index === 0 ? slide : `<a:p><a:r><a:t>Slide ${index + 1}</a:t></a:r></a:p>`,
)

test('texts of slides in their order, then notes', async () => {
  expect(await textsOf('pptx', await slideFile(slides, note))).toEqual([
    'Hello <g id="1">big</g><x id="2"/>',
    'Cell',
    ...slides.slice(1).map((_, index) => `Slide ${index + 2}`),
    'Speak slowly',
  ])
})

test('formatting, breaks and fields stay, in the language of the translation', async () => {
  const file = await slideFile(slides, note)
  const written = await unzip(await translate('pptx', file, shout, 'zh'))
  expect(written['ppt/slides/slide1.xml']!.toString()).toContain(
    '<a:pPr lvl="1"/><a:r><a:rPr lang="zh-CN"/><a:t>HELLO </a:t></a:r><a:r><a:rPr lang="zh-CN" b="1"><a:solidFill/></a:rPr><a:t>BIG</a:t></a:r><a:br/><a:fld id="{1}" type="slidenum"><a:rPr/><a:t>1</a:t></a:fld><a:endParaRPr lang="en-US"/></a:p>',
  )
  const before = await unzip(file)
  expect(written['ppt/presentation.xml']).toEqual(before['ppt/presentation.xml'])
  expect(written['ppt/notesSlides/notesSlide1.xml']!.toString()).toContain('>SPEAK SLOWLY<')
})

test('properties of a paragraph that a program repeats before each run are written once', async () => {
  const repeated =
    '<a:p><a:pPr lvl="1"/><a:r><a:t>Spend </a:t></a:r><a:pPr indent="0"/><a:r><a:rPr b="1"/><a:t>less</a:t></a:r><a:endParaRPr/></a:p>'
  const file = await slideFile([repeated])
  const written = await unzip(await translate('pptx', file, shout, 'de'))
  expect(written['ppt/slides/slide1.xml']!.toString()).toContain(
    '<a:p><a:pPr lvl="1"/><a:r><a:rPr lang="de-DE"/><a:t>SPEND </a:t></a:r><a:r><a:rPr lang="de-DE" b="1"/><a:t>LESS</a:t></a:r><a:endParaRPr/></a:p>',
  )
})
