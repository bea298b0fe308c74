/** Configuration of Stryker for the subject that MUTANTS_SUBJECT names. */
import { availableParallelism } from 'node:os'
import { subjects } from './subjects.mjs'

const subject = process.env.MUTANTS_SUBJECT
const { mutate, tests } = subjects[subject]
process.env.MUTANTS_TESTS = tests.join('|')

export default {
  mutate,
  testRunner: 'vitest',
  plugins: [process.env.MUTANTS_RUNNER],
  vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
  // Some of its mutants of regular expressions with the flag u are refused by every engine, which
  // ends the run.
  mutator: { excludedMutations: ['Regex'] },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  // TypeScript 7 has no interface by which Stryker could rewrite a tsconfig; the tests need none.
  tsconfigFile: 'none',
  concurrency: availableParallelism(),
  timeoutMS: 20_000,
  thresholds: { high: 95, low: 90, break: 90 },
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false },
  jsonReporter: { fileName: `test-results/mutants-${subject}.json` },
  ignorePatterns: ['dist', 'test-results', '.cache'],
  tempDirName: '.cache/stryker',
}
