/** The project's own lint rules report what they should, and only that. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'yq-lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['useEffect(() => element.scrollIntoView(), [])', 1],
  ['useLayoutEffect(() => show(at), [])', 1],
  ['React.useEffect(() => loaded && remember(loaded), [])', 1],
  ['useEffect(() => { if (left === 0) return open(list) }, [])', 1],
  ['useEffect(function () { return element.focus() }, [])', 1],
  ['const item = <p ref={(element) => element?.scrollIntoView()} />', 1],
  ['useEffect(() => { element.scrollIntoView() }, [])', 0],
  ['useEffect(() => () => stop(), [])', 0],
  ['useEffect(() => void load(), [])', 0],
  ['useEffect(() => { const unsubscribe = listen(); return unsubscribe }, [])', 0],
  [
    'useEffect(() => { const timer = setTimeout(() => move(1)); return () => clearTimeout(timer) }, [])',
    0,
  ],
  ['const item = <p onClick={() => element.scrollIntoView()} ref={here} />', 0],
])('%s has %i faults', (source, errorCount) => {
  writeFileSync(join(folder, 'source.jsx'), source)
  const config = {
    jsPlugins: [resolve('src/commands/lint-rules.ts')],
    categories: {},
    rules: { 'yiqiao/effect-returns-clean-up': 'error' },
  }
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  const { stdout } = spawnSync(
    process.execPath,
    [resolve('node_modules/oxlint/bin/oxlint'), '-c', 'config.json', '-f', 'unix', 'source.jsx'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  expect(
    stdout.split('\n').filter((line) => line.includes('effect-returns-clean-up')),
  ).toHaveLength(errorCount)
})
