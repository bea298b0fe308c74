/** Carousel of radio buttons, usable by keyboard and without JavaScript (spec 2.10). */
import type { ReactNode } from 'react'
import { t } from '#landing/messages.ts'

type Props = {
  name: string
  label: string
  /** If present, it advances by itself; the time is `times.slideInterval` for all carousels. */
  every?: number
  slides: readonly { key: string; content: ReactNode }[]
}

export function Slides({ name, label, every, slides }: Props) {
  return (
    <div
      className={`slides slides-${name}`}
      role="group"
      aria-roledescription={t('frame.slides.kind')}
      aria-label={label}
      data-every={every}
    >
      {slides.map(({ key }, index) => (
        <input
          key={key}
          className="slides-dot"
          type="radio"
          name={`slides-${name}`}
          aria-label={t('frame.slides.at', { number: index + 1, count: slides.length })}
          defaultChecked={index === 0}
        />
      ))}
      <div className="slides-stack">
        {slides.map(({ key, content }) => (
          <div key={key} className="slide">
            {content}
          </div>
        ))}
      </div>
      <div className="slides-controls">
        {every !== undefined && (
          <SlidesButton
            act="pause"
            iconPath="M7.5 5v10M12.5 5v10"
            pressedIconPath="M7.5 5v10l8-5z"
          />
        )}
        <SlidesButton act="previous" iconPath="M12 4.5L6.5 10l5.5 5.5" />
        <SlidesButton act="next" iconPath="M8 4.5l5.5 5.5L8 15.5" />
      </div>
    </div>
  )
}

/** `pressedIconPath`: of a toggle button in its pressed state. */
function SlidesButton({
  act,
  iconPath,
  pressedIconPath,
}: {
  act: 'previous' | 'next' | 'pause'
  iconPath: string
  pressedIconPath?: string
}) {
  return (
    <button
      className={`slides-button slides-${act}`}
      type="button"
      data-act={act}
      aria-label={t(`frame.slides.${act}`)}
      aria-pressed={pressedIconPath ? false : undefined}
    >
      <svg
        width="20"
        height="20"
        viewBox="0 0 20 20"
        fill="none"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={iconPath} />
        {pressedIconPath && <path d={pressedIconPath} fill="currentColor" />}
      </svg>
    </button>
  )
}
