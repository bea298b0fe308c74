/** Navigation of the tutorial topics by group, with the current one marked. */
import { sitePath } from '#landing/site-links.ts'
import { topicGroups, type Topic } from '#landing/contents.ts'
import { t } from '#landing/messages.ts'

export function TopicList({ current }: { current?: Topic }) {
  return (
    <nav className="tutorial-contents" aria-label={t('tutorial.contents')}>
      {topicGroups.map(({ name, topics }) => (
        <section key={name}>
          <h2>{t(`tutorial.groups.${name}`)}</h2>
          <ul>
            {topics.map((topic) => (
              <li key={topic.slug}>
                <a
                  href={sitePath(`/useDoc/${topic.slug}`)}
                  aria-current={topic === current ? 'page' : undefined}
                >
                  {t(`${topic.key}.title`)}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
