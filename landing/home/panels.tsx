/** The eight product functions, each with an illustration (spec 1.5, 2.10). */
import { Section } from '#landing/shell/section.tsx'
import { sitePath } from '#landing/site-links.ts'
import { t } from '#landing/messages.ts'
import { chatApps } from '#locales/brand-names.ts'
import type { ReactNode } from 'react'

const names = ['chat', 'media', 'replies', 'notes', 'mass', 'ai', 'proxy', 'fans'] as const

export function Panels() {
  return (
    <Section name="functions" title={t('home.panels.title')} lead={t('home.panels.lead')} tinted>
      <ul className="panels">
        {names.map((name) => (
          <li key={name} className="panel">
            <svg
              className="panel-picture"
              width="240"
              height="132"
              viewBox="0 0 240 132"
              aria-hidden="true"
            >
              {panelPictures[name]}
            </svg>
            <h3>{t(`home.panels.${name}.title`)}</h3>
            <p>{t(`home.panels.${name}.text`)}</p>
          </li>
        ))}
      </ul>
      <div className="apps">
        <h3 id="apps-title">{t('home.panels.apps')}</h3>
        <ul aria-labelledby="apps-title">
          {chatApps.map((name) => (
            <li key={name} lang="en" translate="no">
              {name}
            </li>
          ))}
          <li className="apps-more">{t('home.panels.appsMore')}</li>
        </ul>
      </div>
      <p className="section-more">
        <a className="button" href={sitePath('/useDoc')}>
          {t('home.panels.more')}
        </a>
      </p>
    </Section>
  )
}

/**
 * Stroke classes: `t` text, `p` translation, `a` accent, `f` face, `c` card, `l` fine line; `on` is
 * a filled card, and `w` a stroke on it.
 */
const panelPictures: Readonly<Record<(typeof names)[number], ReactNode>> = {
  chat: (
    <>
      <rect className="box" x="20" y="14" width="120" height="46" rx="12" />
      <path className="text-line" d="M34 28h70" />
      <path className="primary-line" d="M34 48h88" />
      <path className="thin-line" d="M34 41c30-6 60-6 88 0" />
      <rect className="box filled" x="96" y="72" width="124" height="46" rx="12" />
      <path className="inverse-line" d="M110 88h76M110 104h92" />
    </>
  ),
  media: (
    <>
      <rect className="box" x="16" y="26" width="96" height="80" rx="12" />
      <path className="primary-line" d="M34 66v0M46 58v16M58 50v32M70 60v12M82 54v24M94 64v4" />
      <rect className="box" x="128" y="26" width="96" height="80" rx="12" />
      <circle className="shape" cx="150" cy="50" r="8" />
      <path className="thin-line" d="M136 92l24-24 16 14 18-20 22 30" />
      <path className="primary-line" d="M150 118h52" />
      <path className="text-line" d="M40 118h48" />
    </>
  ),
  replies: (
    <>
      {[16, 52, 88].map((y, at) => (
        <g key={y}>
          <rect
            className={at === 1 ? 'box filled' : 'box'}
            x="28"
            y={y}
            width="184"
            height="28"
            rx="8"
          />
          <path
            className={at === 1 ? 'inverse-line' : 'text-line'}
            d={`M44 ${y + 14}h${[96, 120, 70][at]}`}
          />
          <path
            className={at === 1 ? 'inverse-thin-line' : 'thin-line'}
            d={`M190 ${y + 8}l8 6-8 6`}
          />
        </g>
      ))}
    </>
  ),
  notes: (
    <>
      <rect className="box" x="24" y="18" width="192" height="96" rx="12" />
      <circle className="shape" cx="60" cy="54" r="18" />
      <path className="text-line" d="M92 44h60" />
      <path className="thin-line" d="M92 62h96M92 78h80" />
      <path className="tag" d="M40 96h28M92 96h38M154 96h24" />
    </>
  ),
  mass: (
    <>
      <rect className="box filled" x="16" y="44" width="72" height="44" rx="12" />
      <path className="inverse-line" d="M30 60h44M30 74h28" />
      <path className="thin-line" d="M88 66c40 0 40-40 84-40M88 66h84M88 66c40 0 40 40 84 40" />
      <circle className="shape" cx="192" cy="26" r="14" />
      <circle className="shape" cx="192" cy="66" r="14" />
      <circle className="shape" cx="192" cy="106" r="14" />
    </>
  ),
  ai: (
    <>
      <rect className="box" x="20" y="14" width="124" height="34" rx="12" />
      <path className="text-line" d="M36 31h84" />
      <rect className="box dashed" x="76" y="62" width="144" height="52" rx="12" />
      <path className="primary-line" d="M92 80h104M92 98h60" />
      <path className="star" d="M50 70l5 13 13 5-13 5-5 13-5-13-13-5 13-5z" />
    </>
  ),
  proxy: (
    <>
      {[24, 66, 108].map((y, at) => (
        <g key={y}>
          <rect className="box" x="20" y={y - 14} width="40" height="28" rx="8" />
          <path className={['primary-line', 'text-line', 'accent-line'][at]} d={`M72 ${y}h64`} />
          <circle
            className={at === 0 ? 'shape blue' : at === 1 ? 'shape' : 'shape amber'}
            cx="152"
            cy={y}
            r="10"
          />
        </g>
      ))}
      <path
        className="thin-line"
        d="M168 24h8c14 0 17 12 22 25M168 66h20M168 108h8c14 0 17-12 22-25"
      />
      <circle className="box thin-line" cx="208" cy="66" r="20" />
      <path className="thin-line" d="M188 66h40M208 46c-12 12-12 28 0 40M208 46c12 12 12 28 0 40" />
    </>
  ),
  fans: (
    <>
      <path className="thin-line" d="M24 112h192" />
      <path className="bar" d="M44 104v-18M76 104V76M108 104V82M140 104V60M172 104V50M204 104V34" />
      <path className="primary-line" d="M40 74l34-14 34 6 34-24 32-8 30-18" />
      <circle className="shape blue" cx="204" cy="16" r="7" />
    </>
  ),
}
