/**
 * The browsers of the tests: an installed Chromium, which is the one people use, or else the one
 * inside an npm package; and an installed Firefox.
 */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

export type Browser = {
  executablePath?: string
  channel?: 'chrome'
  args: string[]
  env: Record<string, string>
}

const debianChromium = '/usr/bin/chromium'
const debianFirefox = '/usr/bin/firefox-esr'

/** `TEST_CHROMIUM` is the path of a Chromium, or `npm` for the one of the package. */
const wanted = process.env['TEST_CHROMIUM']

/**
 * How to launch it, for Playwright's `launchOptions`. The package brings an older Chromium for
 * Linux on x64, with the libraries that a minimal Debian lacks; on other machines an installed
 * Chrome serves.
 */
export function browser(): Browser {
  const installed = wanted ?? (existsSync(debianChromium) ? debianChromium : 'npm')
  if (installed !== 'npm')
    return { executablePath: installed, args: ['--no-sandbox'], env: inherited() }
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { channel: 'chrome', args: [], env: inherited() }
  const folder = unpacked()
  const fonts = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  return {
    executablePath: join(folder, 'chromium'),
    args: ['--no-sandbox'],
    env: { ...inherited(), ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023/lib') },
  }
}

/** The path of an installed Firefox; undefined where there is none. */
export const firefox = (): string | undefined =>
  process.env['TEST_FIREFOX'] ?? (existsSync(debianFirefox) ? debianFirefox : undefined)

/**
 * The folder of the unpacked browser, named after its version; made by whoever comes first, whole
 * or not at all.
 */
function unpacked(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const { version } = JSON.parse(
    readFileSync(resolve(dirname(entry), '../../package.json'), 'utf8'),
  ) as { version: string }
  const cache = resolve(import.meta.dirname, '../../node_modules/.cache')
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const making = mkdtempSync(`${folder}-`)
  const unpack =
    'import(process.argv[1]).then((chromium) => (chromium.default.default ?? chromium.default).executablePath())'
  execFileSync(process.execPath, ['-e', unpack, entry], {
    env: { ...process.env, TMPDIR: making, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  })
  writeFileSync(
    join(making, 'fonts.conf'),
    `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>\n`,
  )
  try {
    renameSync(making, folder)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
}
