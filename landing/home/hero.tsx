/** Hero carousel with three views of the product (spec 2.10), each with an illustration. */
import type { ReactNode } from 'react'
import { freeTestRoute } from '#client/routes.ts'
import { Slides } from '#landing/shell/slides.tsx'
import { sitePath } from '#landing/site-links.ts'
import { t, lang } from '#landing/messages.ts'
import { localeTag } from '#client/i18n/language.ts'
import { chat } from '#locales/samples/chat.ts'
import { Arch, pointOnArch } from '#landing/shell/section.tsx'
import { samples } from '#locales/samples/illustrations.ts'
import { exactCount } from '#client/i18n/format.ts'

export function Hero() {
  return (
    <div className="hero-band">
      <HeroBridge />
      <Slides
        name="hero"
        label={t('home.carousel')}
        slides={[
          { key: 'hero', content: <HeroSlide name="hero" picture={<Phone />} isFirst /> },
          { key: 'team', content: <HeroSlide name="team" picture={<TeamPicture />} /> },
          { key: 'media', content: <HeroSlide name="media" picture={<MediaPicture />} /> },
        ]}
      />
    </div>
  )
}

function HeroSlide({
  name,
  picture,
  isFirst = false,
}: {
  name: 'hero' | 'team' | 'media'
  picture: ReactNode
  isFirst?: boolean
}) {
  const Heading = isFirst ? 'h1' : 'h2'
  return (
    <div className="hero">
      <div className="hero-words">
        <Heading>{t(`home.${name}.headline`)}</Heading>
        <p>{t(`home.${name}.lead`)}</p>
        <div className="hero-actions">
          <a className="button button-primary button-large for-user" href="/UserCenterIndex">
            {t('home.console')}
          </a>
          <a className="button button-primary button-large for-visitor" href={freeTestRoute}>
            {t('home.start')}
          </a>
          <a className="button button-large for-user for-trial" href={freeTestRoute}>
            {t('home.start')}
          </a>
          <a className="button button-large for-visitor" href={sitePath('/price')}>
            {t('home.prices')}
          </a>
        </div>
        <p className={isFirst ? 'hero-note for-trial' : 'hero-note'}>{t(`home.${name}.note`)}</p>
      </div>
      <div className="hero-stage">{picture}</div>
    </div>
  )
}

/** Sample chat in a phone frame, each message with its translation. */
export function Phone() {
  return (
    <figure className="phone" aria-label={t('home.chat.label')}>
      <div className="phone-top">
        <span className="phone-face" aria-hidden="true" />
        <span>
          <strong>{t('home.chat.contact')}</strong>
          <small>{t('home.chat.online')}</small>
        </span>
      </div>
      <div className="phone-chat">
        {chat.map(({ by, zh, en }) => {
          const [source, target] =
            by === 'seller' ? (['zh', 'en'] as const) : (['en', 'zh'] as const)
          const text = { zh, en }
          return (
            <div key={en} className={`bubble bubble-${by}`}>
              <p lang={localeTag(source)}>{text[source]}</p>
              <svg
                className="bubble-arc"
                viewBox="0 0 100 8"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <path d="M0 7.5C25 -1.5 75 -1.5 100 7.5" />
              </svg>
              <p className="bubble-translation" lang={localeTag(target)}>
                {text[target]}
              </p>
            </div>
          )
        })}
      </div>
      <div className="phone-type">
        <span>{t('home.chat.type')}</span>
        <svg
          width="38"
          height="38"
          viewBox="0 0 20 20"
          fill="none"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M10 16V4M5 9l5-5 5 5" />
        </svg>
      </div>
    </figure>
  )
}

const bridgeShape = { centre: 1550, radiusX: 352, radiusY: 580, deck: 700 }
/** Positions of the greetings in degrees along the arch. */
const greetingAngles = [156, 138, 42, 24] as const

/** Arch behind the hero section, with greetings along it. */
export function HeroBridge() {
  return (
    <Arch name="hero-bridge" shape={bridgeShape}>
      {greetingAngles.map((degrees, index) => (
        <Greeting
          key={degrees}
          {...pointOnArch(bridgeShape, degrees)}
          word={samples.greeting.others[index]!}
        />
      ))}
    </Arch>
  )
}

/** Wider for scripts with wide characters, such as Chinese and Japanese. */
function Greeting({ x, y, word }: { x: number; y: number; word: string }) {
  const width = 34 + word.length * (/[\u3000-\uffef]/.test(word) ? 14 : 8)
  return (
    <g className="hero-greeting">
      <rect x={x - width / 2} y={y - 18} width={width} height="36" rx="18" />
      <text x={x} y={y + 5} textAnchor="middle">
        {word}
      </text>
    </g>
  )
}

/** Sample balance of the main account. */
const mainBalance = 200_000

/** Illustration of quota distributed from the main account to three sub-accounts. */
function TeamPicture() {
  return (
    <figure className="scene scene-team" aria-hidden="true">
      <div className="scene-card scene-main">
        <small>{t('home.team.main')}</small>
        <strong>{exactCount(mainBalance, lang())}</strong>
        <small>{t('home.team.left')}</small>
      </div>
      <svg
        className="scene-arcs"
        viewBox="0 0 300 90"
        fill="none"
        strokeLinecap="round"
        preserveAspectRatio="none"
      >
        <path
          d="M150 0C150 60 50 30 50 90M150 0v90M150 0c0 60 100 30 100 90"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className="scene-people">
        {samples.team.map(({ name, thousands }) => (
          <div key={name} className="scene-card">
            <span className="scene-face">{name[0]}</span>
            <b>{name}</b>
            <small>{exactCount(thousands * 1_000, lang())}</small>
            <svg className="scene-meter" viewBox="0 0 50 4" preserveAspectRatio="none">
              <rect width={thousands} height="4" />
            </svg>
          </div>
        ))}
      </div>
    </figure>
  )
}

/** Heights of the bars, in SVG units. */
const soundWave = [6, 12, 20, 10, 24, 16, 28, 12, 18, 8, 22, 14, 26, 10, 16, 6]

/** Illustration of a translated voice message and a translated image. */
function MediaPicture() {
  const pageLang = lang()
  const otherLang = pageLang === 'zh' ? 'en' : 'zh'
  return (
    <figure className="scene scene-media" aria-hidden="true">
      <div className="scene-card">
        <svg className="scene-wave" viewBox="0 0 176 32" strokeWidth="5" strokeLinecap="round">
          {soundWave.map((height, index) => (
            <path key={index} d={`M${index * 11 + 5} ${16 - height / 2}v${height}`} />
          ))}
        </svg>
        <p lang={localeTag(pageLang)}>{chat[0]![pageLang]}</p>
      </div>
      <div className="scene-card scene-photo">
        <svg viewBox="0 0 200 120" strokeWidth="2" strokeLinejoin="round" fill="none">
          <path className="scene-box" d="M30 38l70-22 70 22v54l-70 22-70-22z" />
          <path d="M30 38l70 22 70-22M100 60v54M65 27l70 22v18" />
        </svg>
        <span className="scene-sign" lang={localeTag(otherLang)}>
          {samples.sign[otherLang]}
        </span>
        <p lang={localeTag(pageLang)}>{samples.sign[pageLang]}</p>
      </div>
    </figure>
  )
}
