/** Programs that the tests use as they are found on the machine, and their versions. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * Debian's Chromium. The headless shell is the same version without the browser's own interface,
 * which takes half of the processor time.
 */
const headlessShell = '/usr/bin/chromium-headless-shell'
const chromium = '/usr/bin/chromium'
const firefox = '/usr/bin/firefox-esr'

/** `TEST_CHROMIUM`, an installed Chromium, or `npm` for the one of the npm package. */
export const findChromium = (): string =>
  process.env['TEST_CHROMIUM'] ?? [headlessShell, chromium].find(existsSync) ?? 'npm'

/** `TEST_FIREFOX`, or an installed Firefox; undefined if there is none. */
export const findFirefox = (): string | undefined =>
  process.env['TEST_FIREFOX'] ?? (existsSync(firefox) ? firefox : undefined)

/** Debian installs `pgbouncer` outside of the usual path. */
export const programPath = `${process.env['PATH']}:/usr/sbin`

/** A line per program: its version, or what is left out without it. */
export function describePrograms(): string[] {
  const chosen = findChromium()
  const installedFirefox = findFirefox()
  return [
    chosen === 'npm'
      ? `Chromium: @sparticuz/chromium ${packagedChromium()}, since none is installed`
      : `${describe('Chromium', chosen, 'the browser tests fail')}${chosen === chromium ? '; twice the processor time of chromium-headless-shell, which is not installed' : ''}`,
    installedFirefox
      ? describe('Firefox', installedFirefox, 'the main job in Firefox fails')
      : 'Firefox: not installed; the main job is not tried in it',
    describe('LibreOffice', 'soffice', 'exported files are not opened in a spreadsheet'),
    describe('PgBouncer', 'pgbouncer', 'nothing is tested behind a pooler'),
  ]
}

function describe(name: string, program: string, without: string): string {
  const { status, stdout } = spawnSync(program, ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: programPath },
    timeout: 60_000,
  })
  const version = status === 0 ? /\d+(\.\d+)+\w*/.exec(stdout)?.[0] : undefined
  return version
    ? `${name}: ${version} (${program})`
    : `${name}: not found (${program}); ${without}`
}

/** Version of the Chromium of the npm package. */
export function packagedChromium(): string {
  const manifest = readFileSync(
    new URL('../../node_modules/@sparticuz/chromium/package.json', import.meta.url),
    'utf8',
  )
  return (JSON.parse(manifest) as { version: string }).version
}
