/** Answers “how long does it last me”: with a typical day before a script, with one's own once two sliders can be moved. */
import { exactCount, localName } from '#client/format.ts'
import { daysOf, messagesIn, monthOf, typical } from '#landing/price/arithmetic.ts'
import { useSiteData } from '#landing/site-data.ts'
import { lang, t } from '#landing/words.ts'

const example = 100_000

export function Calculator() {
  const { length, perDay } = typical
  const packages = (useSiteData().packages ?? []).filter(({ translationBillingMode }) => translationBillingMode === 'char')
  const said = (count: number) => exactCount(count, lang())
  return (
    <form className="calculator" data-act="calculate">
      <div className="calculator-asks">
        <Slider name="length" label={t('price.calculator.length')} min={5} max={100} step={5} value={length} />
        <Slider name="perDay" label={t('price.calculator.day')} min={20} max={2_000} step={20} value={perDay} />
        <p className="calculator-month">
          <span data-sum="month" data-sentence={t('price.calculator.month')}>
            {t('price.calculator.month', { characters: said(monthOf(length, perDay)) })}
          </span>
        </p>
        <p className="calculator-hint">{t('price.calculator.better')}</p>
      </div>
      <output className="calculator-says" htmlFor="calculator-length calculator-perDay">
        <span className="calculator-first" data-sum="messages" data-characters={example} data-sentence={t('price.calculator.messages')}>
          {t('price.calculator.messages', { characters: said(example), count: said(messagesIn(example, length)) })}
        </span>
        {packages.map(({ id, num, ...names }) => (
          <span key={id} className="calculator-package">
            <b>{localName(names, lang())}</b>
            <span data-sum="days" data-characters={num} data-sentence={t('price.calculator.days')}>
              {t('price.calculator.days', { perDay: said(perDay), days: said(daysOf(num, length, perDay)) })}
            </span>
          </span>
        ))}
      </output>
    </form>
  )
}

function Slider({ name, label, value, ...range }: { name: string; label: string; value: number; min: number; max: number; step: number }) {
  return (
    <div className="calculator-slider">
      <label htmlFor={`calculator-${name}`}>{label}</label>
      <b data-value-of={name}>{exactCount(value, lang())}</b>
      <input id={`calculator-${name}`} type="range" name={name} defaultValue={value} {...range} />
    </div>
  )
}
