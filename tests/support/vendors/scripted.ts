/** A translator that does what a test tells it to, in the place of every engine. */
import { spoken } from '#server/features/translation/language-support.ts'
import {
  engines,
  type Answered,
  type Asked,
  type Engine,
  type Translators,
} from '#server/features/translation/translator.ts'

export type Script = (asked: Asked, engine: Engine) => Promise<Answered>

/** Speaks Chinese, English and French, and detects. `missing`: engines that are not offered. */
export function scripted(script: Script, missing: readonly Engine[] = []) {
  const asked: Asked[] = []
  const translators: Translators = new Map(
    engines
      .filter((engine) => !missing.includes(engine))
      .map((engine) => [
        engine,
        {
          demo: false,
          spoken: spoken('zh en fr'),
          translate: (question) => {
            asked.push(question)
            return script(question, engine)
          },
        },
      ]),
  )
  return { translators, asked }
}

export const echo: Script = async ({ text, target }) => ({ translated: `${target}:${text}` })
