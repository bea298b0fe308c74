/** Tutorial topic page: introduction, picture, steps and navigation. */
import type { ComponentType } from 'react'
import { businessLimits } from '#contract/business-limits.ts'
import { PageHead } from '#landing/shell/section.tsx'
import { sitePath } from '#landing/site-links.ts'
import { TopicList } from '#landing/tutorial/topic-list.tsx'
import { pictures } from '#landing/tutorial/pictures.tsx'
import { topicSteps, topics, type Topic } from '#landing/contents.ts'
import { messageOf, t } from '#landing/messages.ts'
import './tutorial.css'

/** Creates the page component of a topic. */
export function topicPage(topic: Topic): ComponentType {
  return function TopicPage() {
    const title = t(`${topic.key}.title`)
    const index = topics.indexOf(topic)
    const values = businessLimits.inviteRewardLimits
    return (
      <>
        <PageHead title={title} lead={t(`${topic.key}.lead`)}>
          <a className="tutorial-back" href={sitePath('/useDoc')}>
            {t('guide.title')}
          </a>
        </PageHead>
        <div className="section-box tutorial">
          <TopicList current={topic} />
          <article className="tutorial-topic">
            <svg
              className="tutorial-picture"
              viewBox="0 0 320 200"
              role="img"
              aria-label={t('tutorial.picture', { topic: title })}
            >
              {pictures[topic.name]}
            </svg>
            <ol role="list" className="tutorial-steps">
              {topicSteps.slice(0, topic.steps).map((step) => (
                <li key={step}>
                  <h2>{messageOf(`${topic.key}.${step}.title`)}</h2>
                  <p>{messageOf(`${topic.key}.${step}.text`, values)}</p>
                </li>
              ))}
            </ol>
            <aside className="tutorial-note" aria-label={t('tutorial.note')}>
              <strong>{t('tutorial.note')}</strong>
              <p>{t(`${topic.key}.note`, values)}</p>
            </aside>
            <nav className="tutorial-nav" aria-label={t('tutorial.topicNavigation')}>
              <TopicLink topic={topics[index - 1]} label={t('tutorial.previous')} />
              <TopicLink topic={topics[index + 1]} label={t('tutorial.next')} />
            </nav>
          </article>
        </div>
      </>
    )
  }
}

function TopicLink({ topic, label }: { topic: Topic | undefined; label: string }) {
  if (!topic) return <span />
  return (
    <a href={sitePath(`/useDoc/${topic.slug}`)}>
      <small>{label}</small>
      {t(`${topic.key}.title`)}
    </a>
  )
}
