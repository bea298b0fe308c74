/** What each format makes of a file: its texts, and the file with their translations. */
import type { DocumentErrorReason } from '#contract/document-formats.ts'

/**
 * `texts`: fragments in reading order; see `fragment.ts`. `write`: the file with a translation for
 * each text, in the same order; `language` is a code such as `zh` or `pt-BR`. Called once.
 */
export type ParsedDocument = {
  texts: readonly string[]
  write: (translations: readonly string[], language: string) => Promise<Uint8Array>
}

export type ParseDocument = (bytes: Uint8Array) => Promise<ParsedDocument>

/** The document can't be translated. */
export class DocumentError extends Error {
  override name = 'DocumentError'
  readonly reason: DocumentErrorReason

  constructor(reason: DocumentErrorReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
