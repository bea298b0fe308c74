/** Scripted translators that replace every engine. */
import {
  createLanguageSupport,
  type TranslationResult,
  type TranslationRequest,
  type Translators,
} from '#server/features/translation/translator.ts'
import { engines, type Engine } from '#server/platform/config/vendor-settings.ts'

export type Script = (request: TranslationRequest, engine: Engine) => Promise<TranslationResult>

/** Translators for Chinese, English, French and detection. `unavailable`: engines left out. */
export function scriptedTranslators(script: Script, unavailable: readonly Engine[] = []) {
  const requests: TranslationRequest[] = []
  const translators: Translators = new Map(
    engines
      .filter((engine) => !unavailable.includes(engine))
      .map((engine) => [
        engine,
        {
          demo: false,
          languages: createLanguageSupport('zh en fr'),
          translate: (question) => {
            requests.push(question)
            return script(question, engine)
          },
        },
      ]),
  )
  return { translators, requests }
}

export const echo: Script = async ({ text, target }) => ({ translated: `${target}:${text}` })
