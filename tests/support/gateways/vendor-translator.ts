/** A translator of one vendor that runs on this machine until the end of the test. */
import { onTestFinished } from 'vitest'
import { ChannelFailure, type Translator } from '#server/features/translation/translator.ts'
import {
  createTranslators,
  defaultLimits,
  type TranslatorLimits,
} from '#server/features/translation/translators.ts'
import type { Engine } from '#contract/translation-engines.ts'
import {
  vendors,
  vendorServer,
  type Reply,
  type Request,
  type Vendor,
} from '#tests/support/gateways/translation-vendors.ts'

export const vendorByEngine: Record<Engine, Vendor> = vendors

export const shortLimits: TranslatorLimits = {
  ...defaultLimits,
  requestTimeout: 5_000,
  totalTimeout: 8_000,
  retryDelay: 5,
}

export async function startVendor(
  engine: Engine,
  reply: (request: Request) => Reply,
  limits = shortLimits,
) {
  const server = await vendorServer(reply)
  onTestFinished(server.close)
  const translator = createTranslators(
    { vendors: vendorByEngine[engine].keys(server.url), production: true },
    limits,
  ).get(engine)!
  return { server, translator }
}

/** Translates one text, from Chinese to English unless stated. */
export async function translateOne(
  translator: Translator,
  { text = '你好', source = 'zh', target = 'en' } = {},
) {
  const [result] = await translator.translate({ source, target, texts: [text] })
  return result!
}

/** The kind of error of a translation that fails. */
export const errorKindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'translated',
    (reason: unknown) =>
      reason instanceof ChannelFailure ? reason.errorKind : Promise.reject(reason as Error),
  )
