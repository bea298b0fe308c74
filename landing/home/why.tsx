/** Home page section: three reasons in a carousel (spec 2.10). */
import { Section } from '#landing/shell/section.tsx'
import { Slides } from '#landing/shell/slides.tsx'
import { t, lang } from '#landing/messages.ts'
import type { ReactNode } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import { businessLimits } from '#contract/business-limits.ts'

const reasons = ['try', 'clear', 'people'] as const

export function Why() {
  const title = t('home.why.title', { product: t('product.name') })
  return (
    <Section name="why" title={title}>
      <Slides
        name="why"
        label={title}
        slides={reasons.map((name) => ({
          key: name,
          content: (
            <div className="reason">
              <svg className="panel-picture" viewBox="0 0 240 132" aria-hidden="true">
                {reasonPictures[name]()}
              </svg>
              <div>
                <h3>{t(`home.why.${name}.title`)}</h3>
                <p>{t(`home.why.${name}.text`)}</p>
              </div>
            </div>
          ),
        }))}
      />
    </Section>
  )
}

/** Days of the trial that the picture shows as used. */
const usedDays = 9

/** Illustrations of the reasons: free trial, clear balances, verified contacts. */
const reasonPictures: Readonly<Record<(typeof reasons)[number], () => ReactNode>> = {
  try: () => (
    <>
      <rect className="box" x="40" y="14" width="160" height="104" rx="12" />
      <text x="120" y="54" textAnchor="middle">
        {exactCount(businessLimits.freeTest.characters, lang())}
      </text>
      {Array.from({ length: businessLimits.freeTest.days }, (_, day) => (
        <circle
          key={day}
          className={day < usedDays ? 'shape blue' : 'bar-dot'}
          cx={61 + (day % 10) * 13}
          cy={74 + Math.floor(day / 10) * 14}
          r="4"
        />
      ))}
    </>
  ),
  clear: () => (
    <>
      <rect className="box" x="24" y="14" width="192" height="104" rx="12" />
      {[38, 66, 94].map((y, row) => (
        <g key={y}>
          <path className="text-line" d={`M42 ${y}h${[44, 36, 52][row]}`} />
          <path className="thin-line" d={`M112 ${y}h22m-6-5l6 5-6 5`} />
          <path
            className={row === 1 ? 'accent-line' : 'primary-line'}
            d={`M150 ${y}h${[48, 30, 40][row]}`}
          />
        </g>
      ))}
      <path className="thin-line" d="M42 52h156M42 80h156" />
    </>
  ),
  people: () => (
    <>
      <circle className="shape" cx="66" cy="52" r="18" />
      <path className="shape" d="M36 104c2-34 58-34 60 0z" />
      <rect className="box" x="112" y="20" width="108" height="52" rx="12" />
      <path className="text-line" d="M128 38h70" />
      <path className="primary-line" d="M128 56h52" />
      <path className="box filled" d="M148 78l22 8v14c0 12-9 18-22 22-13-4-22-10-22-22V86z" />
      <path className="tick" d="M139 99l7 7 12-13" />
    </>
  ),
}
