/** Scripted translators that replace every engine. */
import {
  createLanguageSupport,
  plainAbilities,
  type TranslationResult,
  type Translators,
} from '#server/features/translation/translator.ts'
import { engines, type Engine } from '#contract/translation-engines.ts'

type ScriptedRequest = { source: string; target: string; text: string }
export type Script = (request: ScriptedRequest, engine: Engine) => Promise<TranslationResult>

/** Translators for Chinese, English, French and detection. `unavailable`: engines left out. */
export function scriptedTranslators(script: Script, unavailable: readonly Engine[] = []) {
  const requests: ScriptedRequest[] = []
  const translators: Translators = new Map(
    engines
      .filter((engine) => !unavailable.includes(engine))
      .map((engine) => [
        engine,
        {
          demo: false,
          languages: createLanguageSupport('zh en fr'),
          abilities: plainAbilities,
          translate: ({ texts, source, target }) =>
            Promise.all(
              texts.map((text) => {
                const request = { source, target, text }
                requests.push(request)
                return script(request, engine)
              }),
            ),
        },
      ]),
  )
  return { translators, requests }
}

export const echo: Script = async ({ text, target }) => ({ translated: `${target}:${text}` })
