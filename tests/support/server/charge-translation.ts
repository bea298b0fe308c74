/** Charges one translation, as the server does after the engine has answered. */
import type { Db } from '#server/platform/db/open.ts'
import {
  chargeTranslations,
  type TranslationCharge,
} from '#server/features/translation/charge-translations.ts'

type Item = TranslationCharge['items'][number]
export type SingleTranslationCharge = Omit<TranslationCharge, 'items'> & Item

export async function chargeTranslation(
  db: Db,
  { chars, channelId, ...use }: SingleTranslationCharge,
  zone: string,
  now: Date,
): Promise<{ mode: string; channelId: string }> {
  const item = channelId === undefined ? { chars } : { chars, channelId }
  const { mode, items } = await chargeTranslations(db, { ...use, items: [item] }, zone, now)
  return { mode, channelId: items[0]!.channelId }
}
