/** Exported files opened in LibreOffice: every cell has its original value. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { byteOrderMark, csvLine } from '#console/engine/export/export-file.ts'

const hasOffice = spawnSync('soffice', ['--version']).status === 0
if (!hasOffice)
  process.stderr.write(
    'LibreOffice (soffice) is not installed: exported files are not tested in a spreadsheet.\n',
  )

test.runIf(hasOffice)(
  'LibreOffice keeps order and phone numbers as text, amounts as numbers, and runs no formula',
  () => {
    const texts = [
      '20261122063000123456',
      '+86 138 0013 8000',
      '007',
      '1-2',
      '+1+1',
      '=HYPERLINK("//x.cn","王芳")',
      '@SUM(A1)',
      '夜班, 二组',
    ]
    const cells = cellsOf(csvLine([...texts, 99.5, -1_000, '2026-11-20 08:15:21']))
    expect(cells.slice(0, texts.length).map(({ text }) => text.replace(/^'/, ''))).toEqual(texts)
    expect(cells.slice(0, texts.length).map(({ type }) => type)).toEqual(texts.map(() => 'string'))
    expect(cells.slice(texts.length, -1)).toEqual([
      { type: 'float', value: '99.5', text: '99.5' },
      { type: 'float', value: '-1000', text: '-1000' },
    ])
    expect(cells.flatMap(({ formula = '' }) => formula.replace(/^of:="[^"]*"$/, '') || [])).toEqual(
      [],
    )
  },
  120_000,
)

type Cell = { type: string; text: string; value?: string; formula?: string }

/** Cells of a CSV line as converted by LibreOffice. */
function cellsOf(line: string): Cell[] {
  const folder = mkdtempSync(join(tmpdir(), 'yq-office-'))
  try {
    const file = join(folder, 'file.csv')
    writeFileSync(file, byteOrderMark + line)
    const options = [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--infilter=CSV:44,34,76,1',
      '--convert-to',
      'fods',
    ]
    execFileSync('soffice', [...options, '--outdir', folder, file], { stdio: 'ignore' })
    const sheet = readFileSync(join(folder, 'file.fods'), 'utf8')
    return [...sheet.matchAll(/<table:table-cell([^>]*)>\s*<text:p>(.*?)<\/text:p>/g)].map(
      ([, attributes = '', text = '']) => {
        const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]
        const [value, formula] = [attribute('office:value'), attribute('table:formula')]
        return {
          type: attribute('office:value-type') ?? '',
          text: unescapeXml(text),
          ...(value === undefined ? {} : { value }),
          ...(formula === undefined ? {} : { formula: unescapeXml(formula) }),
        }
      },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const unescapeXml = (xml: string) =>
  xml
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
