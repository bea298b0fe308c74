/** Vocabulary: names, file names and comments use the standard terms. */
import { expect, test } from 'vitest'
import { filesIn, read } from '#tests/support/source-files.ts'

const folders = ['src', 'landing', 'locales', 'resources', 'mocks', 'tests']

/** Identifiers to avoid, each with the term to use. */
const identifiers: Readonly<Record<string, string>> = {
  said: 'a noun for the value, such as message or output',
  Said: 'Config, or a noun for the value',
  told: 'result, or a noun for the value',
  Told: 'Result, or a noun for the value',
  wish: 'idempotent request',
  wishes: 'durable mutations',
  whoever: 'a noun for the person',
  Asked: 'Request',
  Needs: 'Deps',
  Refusal: 'ApiError',
  Wrong: 'ValidationError',
  Nonsense: 'ValidationError',
  nonsense: 'fuzz',
  because: 'reason',
  Meaning: 'FieldType',
  patience: 'timeout',
  Who: 'UserKey',
  Me: 'CurrentUser',
  strays: 'unmatchedPayments',
  heir: 'newOwner',
  farewell: 'logoutMessage',
  calm: 'reducedMotion',
  World: 'Server, Simulation, or a noun for the value',
  world: 'server, simulation, or a noun for the value',
  stands: 'isNotExpired',
  ours: 'product, expected, or a noun for the value',
  theirs: 'a noun for the value',
  whose: 'userId',
  atHome: 'isKnownNetwork',
  drawsOnMain: 'usesMainQuota',
}

/** Parts of file and folder names, each with the term to use. */
const fileNames: Readonly<Record<string, string>> = {
  wishes: 'durable-mutations',
  vault: 'encryption',
  greeting: 'startup-banner',
  housekeeping: 'cleanup-job',
  strays: 'unmatched-payments',
  nonsense: 'fuzz',
  joining: 'registration',
  leaving: 'cancellation',
  buying: 'checkout',
  paying: 'checkout',
  standing: 'entitlement',
  directory: 'lookup-tables',
  milestones: 'one-time-tasks',
  lapse: 'forfeit',
  heir: 'transfer-ownership',
  farewell: 'logout-message',
}

/** Phrases of comments, each with what to write. */
const phrases: Readonly<Record<string, string>> = {
  whoever: 'name the person: a user, an operator, an attacker',
  'the call tells': 'the endpoint declares',
  'is told': 'is notified, is shown',
  nonsense: 'invalid input',
}

const files = folders
  .flatMap(filesIn)
  .filter((file) => /\.tsx?$/.test(file) && file !== 'tests/vocabulary.test.ts')

test('no identifier is a word to avoid', () => {
  expect(files.flatMap((file) => found(file, code(read(file)), identifiers))).toEqual([])
})

test('no file or folder is named by a word to avoid', () => {
  const named = files.flatMap((file) =>
    file
      .split(/[/.-]/)
      .filter((part) => Object.hasOwn(fileNames, part))
      .map((part) => `${file}: “${part}”, use ${fileNames[part]}`),
  )
  expect(named).toEqual([])
})

test('no comment has a phrase to avoid', () => {
  expect(files.flatMap((file) => found(file, comments(read(file)), phrases))).toEqual([])
})

test('a word to avoid is reported with its file and the term to use', () => {
  expect(found('a.ts', code("const told = 'said' // wishes\n"), identifiers)).toEqual([
    'a.ts: “told”, use result, or a noun for the value',
  ])
  expect(found('a.ts', comments('/** Whoever asks. */\nconst whoever = 1'), phrases)).toHaveLength(
    1,
  )
})

function found(file: string, text: string, dictionary: Readonly<Record<string, string>>): string[] {
  return Object.entries(dictionary)
    .filter(([word]) =>
      new RegExp(
        `(?<![\\w$-])${word}(?![\\w$-])`,
        /^[a-z ]+$/.test(word) && word.includes(' ') ? 'i' : '',
      ).test(text),
    )
    .map(([word, term]) => `${file}: “${word}”, use ${term}`)
}

const notCode = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g
const code = (source: string) => source.replace(notCode, '').replace(/>[^<>{}]*</g, '><')
const comments = (source: string) =>
  (source.match(notCode) ?? [])
    .filter((part) => part.startsWith('/'))
    .join('\n')
    .toLowerCase()
