/** Preview of a package: its cards on the recharge and the price page in both languages. */
import { createPriceTexts, createRechargeTexts, type FindText } from '#client/package-texts.ts'
import { language, languages, localeTag } from '#client/i18n/language.ts'
import type { Row } from '#console/engine/resource.ts'
import { businessValues } from '#contract/business-values.ts'
import { operatorPackages } from '#contract/operator/packages.ts'
import type { Package } from '#contract/packages.ts'
import { formatMessage, type Lang, type MessageTree } from '#locales/messages.ts'
import { en as checkoutEn, zh as checkoutZh } from '#locales/checkout.ts'
import { en as sharedEn, zh as sharedZh } from '#locales/shared.ts'
import { en as frameEn, zh as frameZh } from '#locales/site/frame.ts'
import { en as priceEn, zh as priceZh } from '#locales/site/price.ts'
import type { zh } from '#locales/operator/catalogue.ts'
import { PreviewNotes } from '#operator/catalogue/preview-notes.tsx'
import { useChangePreview } from '#operator/change-preview.ts'
import { messagesOf } from '#operator/i18n.ts'
import './package-preview.css'

const t = messagesOf<typeof zh>()

/** Messages of the customers' pages; the console has loaded those of one language. */
const trees: Readonly<Record<Lang, MessageTree>> = {
  zh: { ...sharedZh, checkout: checkoutZh, frame: frameZh, price: priceZh },
  en: { ...sharedEn, checkout: checkoutEn, frame: frameEn, price: priceEn },
}
const textIn =
  (lang: Lang): FindText =>
  (key, values) =>
    formatMessage(trees[lang], lang, key, { ...businessValues[lang], ...values }) ?? key

export default function PackagePreview({ input, record }: { input: Row; record: Row | undefined }) {
  const change = useChangePreview(operatorPackages.preview, { ...fixedFieldsOf(record), ...input })
  const { lastData: data } = change
  const preview = data?.sale.find(({ id }) => String(id) === String(data.id))
  return (
    <section className="change-effect" aria-label={t('catalogue.preview.title')}>
      <h3>{t('catalogue.preview.title')}</h3>
      <PreviewNotes preview={change} />
      {data && !preview && <p className="preview-none">{t('catalogue.preview.withdrawn')}</p>}
      {preview && languages.map((lang) => <Cards key={lang} pkg={preview} lang={lang} />)}
      {data && <SaleOrder sale={data.sale} chosen={preview} />}
    </section>
  )
}

/** Fixed once the package exists, so that the form does not send it. */
const fixedFieldsOf = (record: Row | undefined): Row =>
  record
    ? {
        translationBillingMode: record['translationBillingMode'],
        channelId: record['channelId'],
      }
    : {}

function Cards({ pkg, lang }: { pkg: Package; lang: Lang }) {
  const recharge = createRechargeTexts(pkg, lang, textIn(lang))
  const price = createPriceTexts(pkg, lang, textIn(lang))
  return (
    <div className="preview-cards">
      <h4>{t(`catalogue.preview.${lang}`)}</h4>
      <figure lang={localeTag(lang)} data-card="recharge">
        <figcaption>{t('catalogue.preview.recharge')}</figcaption>
        <strong>{recharge.name}</strong>
        <b>{recharge.quota}</b>
        <small>{recharge.terms}</small>
        {recharge.about !== undefined && <small>{recharge.about}</small>}
        <span className="preview-price">{recharge.price}</span>
        <small>{recharge.rate}</small>
      </figure>
      <figure lang={localeTag(lang)} data-card="price">
        <figcaption>{t('catalogue.preview.price')}</figcaption>
        <strong>{price.name}</strong>
        <span className="preview-price">{price.price}</span>
        <b>{price.quota}</b>
        <small>{price.note}</small>
        <small>{price.about}</small>
      </figure>
    </div>
  )
}

/** Names of the packages on sale in their order, so that the position can be judged. */
function SaleOrder({ sale, chosen }: { sale: readonly Package[]; chosen: Package | undefined }) {
  return (
    <p className="preview-places">
      {t(sale.length === 0 ? 'catalogue.preview.none' : 'catalogue.preview.others')}{' '}
      {sale.map((pkg) => {
        const { name, price } = createRechargeTexts(pkg, language(), textIn(language()))
        return (
          <span key={pkg.id} className="tag" data-tone={pkg === chosen ? 'primary' : undefined}>
            {name} {price}
          </span>
        )
      })}
    </p>
  )
}
