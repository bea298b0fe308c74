/** Formats the output of the operator commands: text for people, JSON for programs. */
import type { OutputRow, CommandOutput } from '#server/cli/command.ts'

/** `done`: false if it awaits `--yes` and nothing has changed. */
export function asJson(result: CommandOutput, done: boolean): string {
  if (result.kind === 'list') return JSON.stringify(result.rows.map(({ row }) => row))
  if (result.kind === 'item') return JSON.stringify(result.item.row)
  const { subject, before, after, notes } = result
  return JSON.stringify({
    subject,
    before: before?.row ?? null,
    after: after?.row ?? null,
    notes,
    done,
  })
}

export function asText(result: CommandOutput, done: boolean): string {
  if (result.kind === 'list' && result.csv) return csv(result.rows)
  if (result.kind === 'list') return result.rows.length === 0 ? 'None.' : table(result.rows)
  if (result.kind === 'item') return differences(null, result.item).join('\n')
  const end = done ? 'Done.' : 'Nothing was changed. Run it again with --yes to confirm.'
  return [
    result.subject,
    ...differences(result.before, result.after),
    ...result.notes.map((note) => `  ${note}`),
    end,
  ].join('\n')
}

function differences(before: OutputRow | null, after: OutputRow | null): string[] {
  const names = Object.keys((after ?? before)?.text ?? {})
  const width = Math.max(...names.map((name) => name.length)) + 2
  const lines = names.flatMap((name) => {
    const [was, is] = [before?.text[name], after?.text[name]]
    const changed = before && after ? `${was} -> ${is}` : (is ?? was)
    return was === is ? [] : [`  ${name.padEnd(width)}${changed}`]
  })
  if (lines.length === 0) return ['  unchanged']
  return before && !after ? ['  deleted:', ...lines] : lines
}

function table(rows: readonly OutputRow[]): string {
  const names = Object.keys(rows[0]!.text)
  const lines = [names, ...rows.map(({ text }) => names.map((name) => text[name] ?? ''))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column]!))))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat(widths[column]! - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Escapes cells that a spreadsheet would execute as a formula (CSV injection). */
function csv(rows: readonly OutputRow[]): string {
  const names = Object.keys(rows[0]?.text ?? {})
  const cell = (value: string) =>
    `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`
  return [names, ...rows.map(({ text }) => names.map((name) => text[name] ?? ''))]
    .map((line) => line.map(cell).join(','))
    .join('\r\n')
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g

/** Terminal columns; East Asian wide characters take two. */
const widthOf = (text: string): number => text.length + (text.match(wide)?.length ?? 0)
