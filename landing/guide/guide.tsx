/** User guide in three numbered parts (spec 2.12). */
import type { SiteRoute } from '#client/routes.ts'
import { guideNames, guideParts, topics, type GuidePart } from '#landing/contents.ts'
import { PageHead } from '#landing/shell/section.tsx'
import { sitePath } from '#landing/site-links.ts'
import { pictures } from '#landing/tutorial/pictures.tsx'
import { TopicList } from '#landing/tutorial/topic-list.tsx'
import { messageOf, t } from '#landing/messages.ts'
import { WithContents } from '#landing/with-contents/with-contents.tsx'
import './guide.css'

const nextLinks: {
  [P in GuidePart]: [
    href: SiteRoute | '/login?type=2',
    label: 'toRegister' | 'toDownload' | 'toPrice',
  ]
} = {
  account: ['/login?type=2', 'toRegister'],
  operate: ['/download', 'toDownload'],
  skill: ['/price', 'toPrice'],
}
const partPictures = { account: 'register', operate: 'addApp', skill: 'translation' } as const

export function Page() {
  return (
    <>
      <PageHead title={t('guide.headline')} lead={t('guide.lead')} />
      <WithContents parts={guideNames.map((id) => ({ id, title: t(`guide.${id}.title`) }))}>
        <div>
          {guideNames.map((name, index) => (
            <Part key={name} name={name} number={index + 1} />
          ))}
          <section className="guide-topics" aria-labelledby="topics-title">
            <h2 id="topics-title">{t('tutorial.title')}</h2>
            <p>{t('tutorial.lead', { topics: topics.length })}</p>
            <TopicList />
          </section>
          <section className="guide-more">
            <h2>{t('guide.more')}</h2>
            <p>{t('guide.moreText')}</p>
            <a className="button" href={sitePath('/contactUs')}>
              {t('frame.nav.contactUs')}
            </a>
            <a className="button" href={sitePath('/developers')}>
              {t('frame.nav.developers')}
            </a>
          </section>
        </div>
      </WithContents>
    </>
  )
}

function Part({ name, number }: { name: GuidePart; number: number }) {
  const [href, label] = nextLinks[name]
  return (
    <section className="guide-part" id={name} aria-labelledby={`${name}-title`}>
      <header>
        <span className="guide-number" aria-hidden="true">
          {number}
        </span>
        <h2 id={`${name}-title`}>{t(`guide.${name}.title`)}</h2>
        <p>{t(`guide.${name}.lead`)}</p>
        <svg className="guide-picture" viewBox="0 0 320 200" aria-hidden="true">
          {pictures[partPictures[name]]}
        </svg>
      </header>
      <ol role="list" className="guide-steps">
        {guideParts[name].map((step) => (
          <li key={step}>
            <h3>{messageOf(`guide.${name}.${step}.title`)}</h3>
            <p>{messageOf(`guide.${name}.${step}.text`)}</p>
          </li>
        ))}
      </ol>
      <a
        className="button button-small"
        href={href.startsWith('/login') ? href : sitePath(href as SiteRoute)}
      >
        {t(`guide.${label}`)}
      </a>
    </section>
  )
}
