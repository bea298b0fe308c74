/** Texts about a package, as the recharge page and the public price page show them. */
import { exactCount, localName, packageQuota, unitPrice, yuan } from '#client/i18n/format.ts'
import type { Package } from '#contract/packages.ts'
import type { Lang, Values } from '#locales/messages.ts'
import { packageKinds } from '#locales/package-kinds.ts'

/** Message of a key, in the language of the texts. */
export type FindText = (key: string, values?: Values) => string

/** Defaults of the price page. */
export const typicalUsage = { charactersPerMessage: 20, messagesPerDay: 200 } as const

/** Number of complete messages within `characters`. */
export const countMessages = (characters: number, charactersPerMessage: number): number =>
  Math.floor(characters / Math.max(1, charactersPerMessage))

const minutesPerDay = 60 * 24
const rateCharacters = 1_000

const findPackageKind = (name: string) =>
  Object.hasOwn(packageKinds, name) ? packageKinds[name] : undefined

/** Card of the recharge page (spec 2.31). `about`: undefined if the package was renamed. */
export function createRechargeTexts(product: Package, lang: Lang, text: FindText) {
  const { num, translationBillingMode: mode, salePrice } = product
  const { unit, amount } = packageQuota(num, mode, lang)
  const kind = findPackageKind(product.name)
  return {
    name: localName(product, lang),
    /** Spec 9.6: characters, units of ten thousand characters, or months. */
    quota:
      unit === 'months'
        ? text('checkout.months', { amount, count: Number(amount) })
        : text(`quota.${unit}`, { amount }),
    /** Spec 9.9: characters never expire; packages by time are unlimited for some days. */
    terms:
      mode === 'char'
        ? text('checkout.terms.char')
        : text('checkout.terms.time', { count: Math.floor(num / minutesPerDay) }),
    about: kind && text(`checkout.about.${kind}`),
    price: yuan(salePrice, lang),
    /** Price of `rateCharacters`, or of a day. */
    rate:
      mode === 'char'
        ? text('checkout.rate.char', {
            characters: exactCount(rateCharacters, lang),
            price: unitPrice(salePrice * rateCharacters, num, lang),
          })
        : text('checkout.rate.time', { price: unitPrice(salePrice * minutesPerDay, num, lang) }),
  }
}

/** Card of the public price page (spec 2.11). */
export function createPriceTexts(product: Package, lang: Lang, text: FindText) {
  const { num, translationBillingMode: mode, salePrice } = product
  const count = countMessages(num, typicalUsage.charactersPerMessage)
  return {
    name: localName(product, lang),
    price: yuan(salePrice, lang),
    quota: formatPackageQuota(product, lang, text),
    note:
      mode === 'time'
        ? text('price.unlimited')
        : text('price.messages', {
            characters: exactCount(num, lang),
            count: exactCount(count, lang),
            /** Price of 1,000 messages. */
            cost: yuan(Math.round((salePrice * 1_000) / Math.max(1, count)), lang),
          }),
    about: text(`price.kind.${findPackageKind(product.name) ?? mode}`),
  }
}

/** Quota of a package on public pages (spec 9.6). */
export function formatPackageQuota(
  { num, translationBillingMode }: Pick<Package, 'num' | 'translationBillingMode'>,
  lang: Lang,
  text: FindText,
): string {
  const { unit, amount } = packageQuota(num, translationBillingMode, lang)
  return unit === 'months'
    ? text('frame.quota.months', { amount, count: Number(amount) })
    : text(`quota.${unit}`, { amount })
}
