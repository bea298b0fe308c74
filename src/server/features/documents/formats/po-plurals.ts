/** Plural forms of gettext by language, as its manual states them. */

/** `count`: of forms. `rule`: value of the header `Plural-Forms`. */
export type PluralForms = { count: number; rule: string }

const forms = (count: number, plural: string): PluralForms => ({
  count,
  rule: `nplurals=${count}; plural=${plural};`,
})

const one = forms(1, '0')
const two = forms(2, '(n != 1)')
const twoFromTwo = forms(2, '(n > 1)')
const eastSlavic = forms(
  3,
  '(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)',
)
const westSlavic = forms(3, '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2')

const byLanguage: Readonly<Record<string, PluralForms>> = {
  ...group('zh ja ko vi th id ms lo my km yue jv', one),
  ...group('fr br oc fil tl ln mg tg tr uz', twoFromTwo),
  ...group('ru uk be sr hr bs', eastSlavic),
  ...group('cs sk', westSlavic),
  pl: forms(3, '(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)'),
  lt: forms(3, '(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2)'),
  lv: forms(3, '(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2)'),
  ro: forms(3, '(n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2)'),
  sl: forms(4, '(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3)'),
  ga: forms(5, 'n==1 ? 0 : n==2 ? 1 : (n>2 && n<7) ? 2 : (n>6 && n<11) ? 3 : 4'),
  ar: forms(6, '(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)'),
}

function group(languages: string, plural: PluralForms): Record<string, PluralForms> {
  return Object.fromEntries(languages.split(' ').map((language) => [language, plural]))
}

/** Two forms, as in English, for languages that are not listed. */
export function pluralForms(language: string): PluralForms {
  if (/^pt[-_]br$/i.test(language)) return twoFromTwo
  return byLanguage[language.toLowerCase().split(/[-_]/)[0]!] ?? two
}
