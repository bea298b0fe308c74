/** Numbers of the business reach the prose of the site from one place. */
import { expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { leaves } from '#tests/support/words.ts'

/** Chosen so that no other number looks like them. */
const changed = { trial: 23_456, days: 41, reward: 34_567 }
vi.mock(import('#contract/limits.ts'), async (original) => {
  const actual = await original()
  return {
    ...actual,
    limits: {
      ...actual.limits,
      freeTest: { ...actual.limits.freeTest, characters: 23_456 as 10_000, days: 41 as 30 },
      reward: { invited: 34_567 as 10_000 },
    },
  }
})
const { anyWord, speak, t } = await import('#landing/messages.ts')
const { loadSiteWords } = await import('#locales/site-words.ts')

test.each(['zh', 'en'] as const)(
  '%s: another trial and another reward are told by every page that tells them',
  async (lang) => {
    expect(limits.freeTest.characters).toBe(changed.trial)
    const words = await loadSiteWords(lang, ['home', 'guide', 'price', 'topicsStart'])
    speak(lang, words)
    expect(t('home.hero.note')).toContain('23,456')
    expect(t('home.hero.note')).toContain(String(changed.days))
    expect(t('home.faq.trial.a')).toContain('34,567')
    expect(
      [...leaves(words).keys()].filter((key) => /\{\{(trial|reward)/.test(anyWord(key))),
    ).toEqual([])
    const literal = [...leaves(words)]
      .filter(([, text]) => /10,000(?! users)/.test(text))
      .map(([key]) => key)
    expect(literal).toEqual(lang === 'en' ? ['home.stats.usersNumber'] : [])
  },
)
