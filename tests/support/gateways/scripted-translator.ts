/** Scripted translator in place of every engine. */
import {
  languageSupport,
  type TranslationResult,
  type TranslationRequest,
  type Translators,
} from '#server/features/translation/translator.ts'
import { engines, type Engine } from '#server/platform/config/vendor-settings.ts'

export type Script = (request: TranslationRequest, engine: Engine) => Promise<TranslationResult>

/** Supports Chinese, English, French and detection. `missing`: engines that are unavailable. */
export function scripted(script: Script, missing: readonly Engine[] = []) {
  const requests: TranslationRequest[] = []
  const translators: Translators = new Map(
    engines
      .filter((engine) => !missing.includes(engine))
      .map((engine) => [
        engine,
        {
          demo: false,
          languages: languageSupport('zh en fr'),
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
