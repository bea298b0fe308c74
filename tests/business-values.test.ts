// @vitest-environment happy-dom
/** Business values are defined once: after a change, every sentence shows the new value. */
import { expect, test, vi } from 'vitest'
import { legalSections } from '#landing/legal/sections.ts'
import { messagesByKey } from '#tests/support/browser/message-keys.ts'
import { formatMessage, type MessageTree } from '#locales/messages.ts'

vi.mock(import('#contract/limits.ts'), async (original) => {
  const actual = await original()
  const changed = {
    password: { ...actual.limits.password, min: 7, max: 47 },
    account: { min: 3, max: 43 },
  }
  const times = {
    codeLifetime: 19 * 60_000,
    codeResendDelay: 71_000,
    sessionIdleTimeout: 11 * 86_400_000,
    sessionLifetime: 83 * 86_400_000,
    idempotencyKeyLifetime: 37 * 3_600_000,
  }
  return {
    ...actual,
    limits: { ...actual.limits, ...changed } as unknown as typeof actual.limits,
    times: { ...actual.times, ...times } as unknown as typeof actual.times,
  }
})
vi.mock(import('#contract/business-limits.ts'), async (original) => {
  const actual = await original()
  const changed = {
    freeTest: { ...actual.businessLimits.freeTest, characters: 23_456, days: 41 },
    inviteReward: { characters: 34_567 },
    monthly: { days: 59 },
    usage: { ...actual.businessLimits.usage, days: 61 },
    twoFactor: { digits: 8, recoveryCodes: 17 },
    formerEmail: { days: 379 },
    subAccountNames: { max: 45_678 },
    terms: { minimumAge: 89, contactDays: 13 },
    inviteRewardLimits: { ...actual.businessLimits.inviteRewardLimits, browserDays: 53 },
  }
  return {
    businessLimits: {
      ...actual.businessLimits,
      ...changed,
    } as unknown as typeof actual.businessLimits,
  }
})
const { businessValues } = await import('#contract/business-values.ts')
const { contract } = await import('#contract/contract.ts')
const { messageOf, setMessages } = await import('#landing/messages.ts')
const registration = await import('#landing/login/registration-messages.ts')
const console = await import('#console/refine/i18n.ts')
const server = await import('#server/platform/messages.ts')
const { renderApiPage } = await import('#server/http/openapi/page.ts')
const { notImplemented } = await import('#server/http/handler.ts')

const files = import.meta.glob<Partial<Record<Lang, MessageTree>>>([
  '/locales/*.ts',
  '/locales/site/*.ts',
  '!/locales/{api-descriptions,operator-call-descriptions,start-error,url-session}.ts',
])
const langs = ['zh', 'en'] as const
type Lang = (typeof langs)[number]

async function areasOf(lang: Lang): Promise<Record<string, MessageTree>> {
  const entries = Object.entries(files).map(
    async ([file, load]): Promise<[string, MessageTree][]> => {
      const tree = (await load())[lang]
      return tree ? [[file.slice('/locales/'.length, -'.ts'.length), tree]] : []
    },
  )
  return Object.fromEntries((await Promise.all(entries)).flat())
}

const namesIn = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name!)
    .filter((name): name is keyof typeof businessValues.zh => name in businessValues.zh)

test.each(langs)(
  '%s: changed business values appear in every sentence that names them',
  async (lang) => {
    localStorage.setItem('lang', lang)
    const areas = await areasOf(lang)
    const {
      'api-errors': errors,
      'api-page': page,
      notifications,
      registration: registrationTree,
      agreement,
      privacy,
      'collection-templates': templates,
      ...others
    } = areas
    const site = Object.fromEntries(
      Object.entries(areas).filter(([area]) => area.startsWith('site/')),
    )
    await Promise.all([console.loadMessages(lang), registration.loadMessages()])
    const legal = { product: { name: 'X' }, agreement: agreement!, privacy: privacy! }
    const clauses = (['agreement', 'privacy'] as const).flatMap((text) =>
      legalSections(text, legal, lang).flatMap((section) => section.clauses),
    )
    const shownTexts = new Map<string, { text: string; shown: string }>()
    const add = (area: string, tree: MessageTree, show: (key: string) => string) => {
      for (const [key, text] of messagesByKey(tree))
        if (namesIn(text).length > 0) shownTexts.set(`${area}.${key}`, { text, shown: show(key) })
    }
    for (const tree of [errors!, notifications!, { apiPage: page! }])
      add('server', tree, (key) => server.t(lang, key as never))
    add('registration', registrationTree!, (key) =>
      registration.registrationMessage(`registration.${key}` as never),
    )
    for (const tree of [agreement!, privacy!])
      add('legal', tree, (key) => {
        const clause = key.split('.').at(-1)!
        const start = messagesByKey(tree).get(key)!.split('{{')[0]!
        return clauses.find((text) => text.startsWith(start)) ?? clause
      })
    for (const [area, tree] of Object.entries(site)) {
      setMessages(lang, tree, businessValues[lang])
      add(area, tree, (key) => messageOf(key))
    }
    for (const [area, tree] of Object.entries(others))
      if (!(area in site))
        add(area, tree, (key) =>
          console.messageOf(`${area.endsWith('collections') ? 'resources' : area}.${key}`),
        )
    // The messages of each collection are made from these templates.
    add('templates', templates!, (key) =>
      String(formatMessage(templates!, lang, key, businessValues[lang])),
    )
    expect(shownTexts.size).toBeGreaterThan(20)
    const usedNames = new Set([...shownTexts.values()].flatMap(({ text }) => namesIn(text)))
    expect([...usedNames, 'maxNames'].toSorted()).toEqual(Object.keys(businessValues.zh).toSorted())
    for (const [key, { text, shown }] of shownTexts)
      for (const name of namesIn(text))
        expect(shown, `${key} names ${name}`).toContain(String(businessValues[lang][name]))
  },
)

test.each(langs)('%s: the API page shows changed business values', async (lang) => {
  const { names } = contract.subAccounts
  const { usage } = contract.translationLog
  const routes = [
    { group: 'subAccounts', name: 'names', endpoint: names, handler: notImplemented },
    { group: 'translationLog', name: 'usage', endpoint: usage, handler: notImplemented },
  ] as never
  const documented = { customers: routes, programs: [] }
  const page = String(await renderApiPage(documented, lang, '/api'))
  expect(page).toContain('45,678')
  expect(page).toMatch(lang === 'zh' ? /最近61天/ : /the last 61 /)
})

/** Phrases with fixed numbers: facts, units and figures of the specification. */
const fixedNumbers: Record<Lang, RegExp> = {
  zh: /30天为43200分钟|24小时|不到1天|一分钟|一小时内|每百万字符/,
  en: /30 days are 43200 minutes|24 hours a day|1,000 characters/,
}
const literalNumbers: Record<Lang, RegExp> = {
  zh: /(\d|[一二三四五六七八九十百千万])+ ?(个?工作日|天|分钟|秒|小时|位动态码|周岁|字符)/,
  en: /\b(\d[\d,]*|two|three|four|five|six|seven|ten|thirty|sixty)[ -](working )?(days?|minutes?|seconds?|hours?|digits?|characters|recovery codes|years?|or older)\b/,
}

test.each(langs)('%s: no sentence contains a literal business value', async (lang) => {
  const shownTexts = Object.entries(await areasOf(lang)).flatMap(([area, tree]) =>
    [...messagesByKey(tree)]
      .filter(([, text]) => literalNumbers[lang].test(text.replace(fixedNumbers[lang], '')))
      .map(([key, text]) => `${area}.${key}: ${text}`),
  )
  expect(shownTexts).toEqual([])
})
