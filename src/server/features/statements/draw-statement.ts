/** Draws a statement as a PDF on A4, with its font embedded. */
import PdfDocument from 'pdfkit'
import { statementFacts, statementTables, type StatementTable } from '#contract/statement-tables.ts'
import type { Statement } from '#contract/statements.ts'
import { readPdfCharacters, readPdfFont } from '#server/features/statements/pdf-font.ts'
import { statementTexts, titleOf } from '#server/features/statements/statement-texts.ts'
import { t } from '#server/platform/messages.ts'
import type { Lang } from '#locales/messages.ts'

type Pdf = InstanceType<typeof PdfDocument>

/** `issuedAt`: a wire time. */
export type DrawStatement = (
  statement: Statement,
  options: { lang: Lang; issuedAt: string },
) => Promise<Uint8Array>

/** Points of 1/72 inch. */
const margin = { side: 48, top: 48, bottom: 60 }
const size = { small: 8, text: 9, heading: 11, title: 17 }
const padding = { cell: 3.5, column: 10 }
const colours = { ink: '#000000', muted: '#444444', line: '#aaaaaa' }

export const drawStatement: DrawStatement = async (statement, { lang, issuedAt }) => {
  const title = titleOf(statement, lang)
  const pdf = new PdfDocument({
    size: 'A4',
    margins: { left: margin.side, right: margin.side, top: margin.top, bottom: margin.bottom },
    bufferPages: true,
    font: readPdfFont() as unknown as string,
    lang: lang === 'zh' ? 'zh-CN' : 'en',
    info: { Title: title, Author: t(lang, 'product.name') },
  })
  drawHead(pdf, statement, lang, title)
  const tables = statementTables(statement, statementTexts(lang))
  for (const table of tables) drawTable(pdf, table)
  pdf.moveDown(1.5).fontSize(size.small).fillColor(colours.muted)
  const shown = tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))
  const facts = statementFacts(statement, statementTexts(lang)).map(([, value]) => value)
  if (hasReplaced([...shown, ...facts])) pdf.text(t(lang, 'statements.replaced'), margin.side)
  pdf.text(t(lang, 'statements.notInvoice'), margin.side)
  pdf.text(t(lang, 'statements.printed', { at: issuedAt }))
  drawPageNumbers(pdf, lang, `${t(lang, 'product.name')} · ${statement.ownerAccount} · ${title}`)
  pdf.end()
  const chunks: Buffer[] = []
  for await (const chunk of pdf) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const widthOf = (pdf: Pdf) => pdf.page.width - 2 * margin.side
const bottomOf = (pdf: Pdf) => pdf.page.height - margin.bottom

function drawHead(pdf: Pdf, statement: Statement, lang: Lang, title: string): void {
  pdf.fontSize(size.heading).fillColor(colours.ink)
  pdf.text(t(lang, 'product.name'), margin.side, margin.top + 6, { lineBreak: false })
  pdf.fontSize(size.title)
  pdf.text(title, margin.side, margin.top, { align: 'right', width: widthOf(pdf) })
  drawLine(pdf, pdf.y + 6, colours.ink, 1.2)
  pdf.y += 14
  pdf.fontSize(size.text)
  const facts = statementFacts(statement, statementTexts(lang))
  const nameWidth = Math.max(...facts.map(([name]) => pdf.widthOfString(name))) + 16
  for (const [name, value] of facts) {
    const { y } = pdf
    pdf.fillColor(colours.muted).text(name, margin.side, y, { lineBreak: false })
    pdf.fillColor(colours.ink).text(clean(value), margin.side + nameWidth, y, {
      width: widthOf(pdf) - nameWidth,
    })
    pdf.y += 2
  }
}

function drawTable(pdf: Pdf, table: StatementTable): void {
  pdf.fontSize(size.heading)
  const heading = pdf.currentLineHeight() + 3 * rowHeight(pdf)
  if (pdf.y + 20 + heading > bottomOf(pdf)) pdf.addPage()
  else pdf.y += 20
  drawBold(pdf, () => pdf.text(table.title, margin.side, pdf.y))
  pdf.y += 4
  pdf.fontSize(size.small)
  if (table.rows.length === 0 && table.empty)
    pdf.fillColor(colours.muted).text(table.empty, margin.side)
  else {
    const widths = columnWidths(pdf, table)
    drawHeadings(pdf, table, widths)
    for (const row of table.rows) {
      const cells = row.cells.map(clean)
      const height = rowHeight(pdf, cells, widths)
      if (pdf.y + height > bottomOf(pdf)) {
        pdf.addPage()
        drawHeadings(pdf, table, widths)
      }
      const draw = () => drawCells(pdf, table, { cells, widths, height })
      pdf.fillColor(colours.ink)
      if (row.isTotal) drawBold(pdf, draw)
      else draw()
      drawLine(pdf, pdf.y, row.isTotal ? colours.ink : colours.line)
    }
  }
  pdf.fillColor(colours.muted)
  for (const note of table.notes) {
    pdf.y += 4
    pdf.text(note, margin.side, pdf.y, { width: widthOf(pdf) })
  }
}

function drawHeadings(pdf: Pdf, table: StatementTable, widths: number[]): void {
  const cells = table.columns.map(({ label }) => label)
  pdf.fillColor(colours.muted)
  drawCells(pdf, table, { cells, widths, height: rowHeight(pdf, cells, widths) })
  drawLine(pdf, pdf.y, colours.ink)
}

type Row = { cells: string[]; widths: number[]; height: number }

function drawCells(pdf: Pdf, { columns }: StatementTable, { cells, widths, height }: Row): void {
  const y = pdf.y + padding.cell
  let x = margin.side
  cells.forEach((cell, at) => {
    const width = widths[at]!
    if (columns[at]!.isNumber)
      pdf.text(cell, x + width - pdf.widthOfString(cell), y, { lineBreak: false })
    else if (pdf.widthOfString(cell) <= width) pdf.text(cell, x, y, { lineBreak: false })
    else pdf.text(cell, x, y, { width })
    x += width + padding.column
  })
  pdf.y = y - padding.cell + height
}

/** Of a row whose texts wrap; without cells, of one line. */
function rowHeight(
  pdf: Pdf,
  cells: readonly string[] = [],
  widths: readonly number[] = [],
): number {
  const line = pdf.currentLineHeight()
  const heights = cells.map((cell, at) =>
    pdf.widthOfString(cell) <= widths[at]!
      ? line
      : pdf.heightOfString(cell, { width: widths[at]! }),
  )
  return Math.max(line, ...heights) + 2 * padding.cell
}

/** What their widest cells need; wide columns share what is left, and wrap if it is too little. */
function columnWidths(pdf: Pdf, { columns, rows }: StatementTable): number[] {
  const needed = columns.map(({ label }, at) =>
    Math.max(
      pdf.widthOfString(label),
      ...rows.map(({ cells, isTotal }) => pdf.widthOfString(cells[at]!) + (isTotal ? 1 : 0)),
    ),
  )
  const wide = columns.flatMap(({ isWide }, at) => (isWide ? [at] : []))
  const sum = (at: readonly number[]) => at.reduce((total, index) => total + needed[index]!, 0)
  const narrow = columns.flatMap(({ isWide }, at) => (isWide ? [] : [at]))
  const left = widthOf(pdf) - sum(narrow) - padding.column * (columns.length - 1)
  const factor = left / sum(wide)
  return needed.map((width, at) => (wide.includes(at) ? width * factor : width))
}

/** The font has one weight: a thin outline makes it bolder. */
function drawBold(pdf: Pdf, draw: () => void): void {
  pdf.save().lineWidth(0.35).strokeColor(colours.ink).fillColor(colours.ink)
  // Draws each glyph's outline besides its area.
  pdf.addContent('2 Tr')
  draw()
  pdf.addContent('0 Tr').restore()
}

function drawLine(pdf: Pdf, y: number, colour: string, width = 0.5): void {
  pdf.save().lineWidth(width).strokeColor(colour)
  pdf
    .moveTo(margin.side, y)
    .lineTo(pdf.page.width - margin.side, y)
    .stroke()
    .restore()
}

function drawPageNumbers(pdf: Pdf, lang: Lang, text: string): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(start + index)
    // Text below the margin would begin another page.
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - margin.bottom + 20
    pdf.fontSize(size.small).fillColor(colours.muted)
    pdf.text(clean(text), margin.side, y, { lineBreak: false })
    const page = t(lang, 'statements.page', { page: index + 1, pages: count })
    pdf.text(page, pdf.page.width - margin.side - pdf.widthOfString(page), y, { lineBreak: false })
  }
}

/** Shown for a character that the font lacks, such as one of Korean or an emoji. */
const replacement = '?'

/** Latin letters keep their base without the marks that the font lacks; it has no arrows. */
function clean(text: string): string {
  const characters = readPdfCharacters()
  const has = (character: string) => characters.has(character.codePointAt(0)!)
  return Array.from(text.normalize('NFC').replaceAll('→', '>'))
    .map((character) => {
      if (has(character)) return character
      if (/\p{Cf}|\p{M}/u.test(character)) return ''
      const base = character.normalize('NFD').charAt(0)
      return has(base) ? base : replacement
    })
    .join('')
}

/** Whether a name on it has characters that are replaced. */
const hasReplaced = (texts: readonly string[]): boolean =>
  texts.some((text) => clean(text).split(replacement).length > text.split(replacement).length)
