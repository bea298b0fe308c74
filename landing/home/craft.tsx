/** Home page section: short company statement (2.10). */
import { t } from '#landing/messages.ts'

export function Craft() {
  const product = t('product.name')
  return (
    <section className="craft" aria-labelledby="craft-title">
      <h2 id="craft-title">{t('home.craft.title')}</h2>
      <div>
        <p>{t('home.craft.first', { product })}</p>
        <p>{t('home.craft.second')}</p>
      </div>
    </section>
  )
}
