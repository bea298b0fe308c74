/** Hero carousel with three views of the product (2.10). */
import type { ReactNode } from 'react'
import { freeTestRoute } from '#client/routes.ts'
import { HeroBridge } from '#landing/home/pictures/hero-bridge.tsx'
import { Phone } from '#landing/home/phone.tsx'
import { MediaPicture } from '#landing/home/pictures/media-picture.tsx'
import { TeamPicture } from '#landing/home/pictures/team-picture.tsx'
import { Slides } from '#landing/shell/slides.tsx'
import { sitePath } from '#landing/site-links.ts'
import { t } from '#landing/messages.ts'

export function Hero() {
  return (
    <div className="hero-band">
      <HeroBridge />
      <Slides
        name="hero"
        label={t('home.carousel')}
        slides={[
          { key: 'hero', shown: <View name="hero" picture={<Phone />} first /> },
          { key: 'team', shown: <View name="team" picture={<TeamPicture />} /> },
          { key: 'media', shown: <View name="media" picture={<MediaPicture />} /> },
        ]}
      />
    </div>
  )
}

function View({
  name,
  picture,
  first = false,
}: {
  name: 'hero' | 'team' | 'media'
  picture: ReactNode
  first?: boolean
}) {
  const Heading = first ? 'h1' : 'h2'
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
        <p className={first ? 'hero-note for-trial' : 'hero-note'}>{t(`home.${name}.note`)}</p>
      </div>
      <div className="hero-stage">{picture}</div>
    </div>
  )
}
