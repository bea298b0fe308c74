/** Price calculator: typical values in the prerendered page, adjustable with JavaScript. */
import { exactCount, localName, yuan } from '#client/i18n/format.ts'
import type { Package } from '#contract/packages.ts'
import { monthlyCostByTime, resultText, type Result } from '#landing/price/arithmetic.ts'
import { typicalUsage } from '#client/package-texts.ts'
import { quotaOf } from '#landing/price/packages.tsx'
import { useSiteData } from '#landing/site-data.ts'
import { lang, t } from '#landing/messages.ts'

/** Characters that the first line converts to messages. */
const exampleCharacters = 100_000

export function Calculator() {
  const { charactersPerMessage, messagesPerDay } = typicalUsage
  const packages = useSiteData().packages ?? []
  return (
    <form className="calculator" data-act="calculate">
      <div className="calculator-input">
        <Slider
          name="length"
          label={t('price.calculator.length')}
          min={5}
          max={200}
          step={5}
          value={charactersPerMessage}
        />
        <Slider
          name="perDay"
          label={t('price.calculator.day')}
          min={20}
          max={2_000}
          step={20}
          value={messagesPerDay}
        />
        <p className="calculator-month">
          <Output output="month" sentence={t('price.calculator.month')} />
        </p>
        <p className="calculator-hint">{t('price.calculator.better')}</p>
      </div>
      <div className="calculator-result">
        <output className="calculator-first" htmlFor="calculator-length calculator-perDay">
          <Output
            output="messages"
            sentence={t('price.calculator.messages')}
            characters={exampleCharacters}
          />
        </output>
        {packages.length > 0 && (
          <table className="calculator-packages">
            <thead>
              <tr>
                <th scope="col">{t('price.calculator.package')}</th>
                <th scope="col">{t('price.calculator.lasts')}</th>
                <th scope="col">{t('price.calculator.cost')}</th>
              </tr>
            </thead>
            <tbody>
              {packages.map((pkg) => (
                <PackageRow key={pkg.id} {...pkg} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </form>
  )
}

/** Duration and monthly cost of a package. Both are constant for time packages. */
function PackageRow({ num, salePrice, translationBillingMode: mode, ...names }: Package) {
  return (
    <tr className="calculator-package">
      <th scope="row">
        {localName(names, lang())}{' '}
        {lang() === 'zh' && mode === 'time' && <small>{t('price.time.short')}</small>}
      </th>
      {mode === 'time' ? (
        <>
          <td>{quotaOf({ num, translationBillingMode: mode })}</td>
          <td>{yuan(monthlyCostByTime(salePrice, num), lang())}</td>
        </>
      ) : (
        <>
          <td>
            <Output output="days" sentence={t('price.calculator.days')} characters={num} />
          </td>
          <td>
            <Output output="cost" sentence="{{cost}}" characters={num} cents={salePrice} />
          </td>
        </>
      )}
    </tr>
  )
}

/** A result for the typical usage. `calculate.ts` updates its text. */
function Output({
  output,
  sentence,
  characters = 0,
  cents = 0,
}: Pick<Result, 'output' | 'sentence'> & Partial<Result>) {
  const result: Result = { output, sentence, characters, cents }
  return (
    <span data-result={JSON.stringify(result)}>{resultText(result, typicalUsage, lang())}</span>
  )
}

function Slider({
  name,
  label,
  value,
  ...range
}: {
  name: string
  label: string
  value: number
  min: number
  max: number
  step: number
}) {
  return (
    <div className="calculator-slider">
      <label htmlFor={`calculator-${name}`}>{label}</label>
      <b data-value-of={name}>{exactCount(value, lang())}</b>
      <input id={`calculator-${name}`} type="range" name={name} defaultValue={value} {...range} />
    </div>
  )
}
