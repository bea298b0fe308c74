/** The configured translation engines; in demo mode the phrase book replaces the others. */
import { demoTranslators } from '#server/features/translation/demo/demo-translator.ts'
import { resilient, usualLimits, type Limits } from '#server/features/translation/resilient.ts'
import {
  engines,
  type Engine,
  type Translator,
  type Translators,
} from '#server/features/translation/translator.ts'
import type { VendorKeys } from '#server/platform/config/vendor-settings.ts'
import type { Adapter } from '#server/features/translation/vendors/adapter.ts'
import { deepl } from '#server/features/translation/vendors/deepl.ts'
import { google } from '#server/features/translation/vendors/google.ts'
import { microsoft } from '#server/features/translation/vendors/microsoft.ts'
import { openai } from '#server/features/translation/vendors/openai.ts'
import { tencent } from '#server/features/translation/vendors/tencent.ts'
import { youdao } from '#server/features/translation/vendors/youdao.ts'

/** Longer timeouts, because a model generates its answer token by token. */
const patient: Limits = { ...usualLimits, once: 40_000, whole: 45_000 }

export function translatorsOf(
  { vendors, production }: { vendors: VendorKeys; production: boolean },
  limits?: Limits,
): Translators {
  const adapters: Record<Engine, Adapter | undefined> = {
    google: vendors.google && google(vendors.google),
    microsoft: vendors.microsoft && microsoft(vendors.microsoft),
    deepl: vendors.deepl && deepl(vendors.deepl),
    tencent: vendors.tencent && tencent(vendors.tencent),
    youdao: vendors.youdao && youdao(vendors.youdao),
    openai: vendors.openai && openai(vendors.openai),
  }
  return new Map(
    engines.flatMap((engine): [Engine, Translator][] => {
      const adapter = adapters[engine]
      if (adapter)
        return [
          [engine, resilient(adapter, limits ?? (engine === 'openai' ? patient : usualLimits))],
        ]
      return production ? [] : [[engine, demoTranslators.get(engine)!]]
    }),
  )
}
