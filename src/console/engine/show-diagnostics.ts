/** Shows resource configuration errors in Vite's error overlay during development. */
import { language } from '#client/i18n/language.ts'
import { isKind, kindOf } from '#console/engine/fields/field-types.ts'
import { diagnose, type Environment } from '#console/engine/diagnostics.ts'
import { hasWord } from '#console/refine/i18n.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import type { FieldType } from '#contract/vocabulary.ts'

export function showDiagnostics(pages: readonly PageModel[]): void {
  const mistakes = diagnose(pages, { ...availableKinds, words: { [language()]: hasWord } })
  if (mistakes.length === 0) return
  for (const mistake of mistakes) console.error(mistake)
  const Overlay = customElements.get('vite-error-overlay')
  if (Overlay)
    document.body.append(
      new Overlay({ message: mistakes.join('\n\n'), stack: '', plugin: 'resources' }),
    )
}

/** Whether a field type has a form input or a filter, by its module in `fields/`. */
export const availableKinds: Omit<Environment, 'words'> = {
  hasInput: (kind) => isKind(kind) && kindOf({ kind } as FieldType).Input !== undefined,
  hasFilter: (kind) => isKind(kind) && kindOf({ kind } as FieldType).Filter !== undefined,
}
