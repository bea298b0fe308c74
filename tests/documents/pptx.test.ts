/** Presentations: slides, tables and notes; colours, breaks and numbers of slides stay. */
import { expect, test } from 'vitest'
import { shout, slideFile, textsOf, translate, unzip, zip } from '#tests/documents/office-files.ts'

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

test('titles and labels of charts are texts, each once; the numbers stay', async () => {
  const labels = (tag: string, ...names: string[]) =>
    `<c:${tag}><c:strRef><c:f>Sheet1!$A$2</c:f><c:strCache><c:ptCount val="2"/>${names
      .map((name, index) => `<c:pt idx="${index}"><c:v>${name}</c:v></c:pt>`)
      .join('')}</c:strCache></c:strRef></c:${tag}>`
  const values =
    '<c:val><c:numRef><c:numCache><c:formatCode>General</c:formatCode><c:pt idx="0"><c:v>12</c:v></c:pt></c:numCache></c:numRef></c:val>'
  const series = (name: string) =>
    `<c:ser>${labels('tx', name)}${labels('cat', 'Spring &amp; summer', '2026')}${values}</c:ser>`
  const parts = await unzip(await slideFile(['<a:p><a:r><a:t>Sales</a:t></a:r></a:p>']))
  const types = parts['[Content_Types].xml']!.toString()
  const file = await zip({
    ...parts,
    '[Content_Types].xml': types.replace(
      '</Types>',
      '<Override PartName="/ppt/charts/chart1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.chart+xml"/></Types>',
    ),
    'ppt/charts/chart1.xml': `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title>${series('Plan')}${series('Result')}</c:chartSpace>`,
  })
  expect(await textsOf('pptx', file)).toEqual(['Sales', 'Plan', 'Spring &amp; summer', 'Result'])
  const written = await unzip(await translate('pptx', file, shout, 'de'))
  const chart = written['ppt/charts/chart1.xml']!.toString()
  expect(chart).toContain('<a:t>SALES</a:t>')
  expect(chart).toContain(
    labels('cat', 'SPRING &amp; SUMMER', '2026').replaceAll('&AMP;', '&amp;') + values,
  )
  expect(chart).toContain(labels('tx', 'RESULT'))
})
