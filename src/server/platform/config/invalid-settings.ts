/** The error of settings, or of what they lead to, with which the server can't start. */

/** Thrown with one sentence per invalid setting. */
export class InvalidSettingsError extends Error {
  override name = 'InvalidSettingsError'
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}
