/** Launches Chromium for tests: an installed one, or that of the npm package. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findChromium, packagedChromium } from '../../../src/commands/test-programs.ts'

export type Browser = {
  executablePath?: string
  channel?: 'chrome'
  args: string[]
  env: Record<string, string>
}

/**
 * Launch options for Playwright. The package contains a Chromium for Linux x64 with the
 * libraries that a minimal Debian lacks; other platforms use an installed Chrome.
 */
export function browser(): Browser {
  const executable = findChromium()
  if (executable !== 'npm')
    return {
      executablePath: executable,
      args: ['--no-sandbox', '--renderer-process-limit=1'],
      env: inheritedEnv(),
    }
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { channel: 'chrome', args: [], env: inheritedEnv() }
  const folder = unpackedFolder()
  const fonts = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  return {
    executablePath: join(folder, 'chromium'),
    args: ['--no-sandbox'],
    env: { ...inheritedEnv(), ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023/lib') },
  }
}

/**
 * Unpacks the browser to a folder named by version. Atomic, so that concurrent runs can share it.
 */
function unpackedFolder(): string {
  const cache = resolve(import.meta.dirname, '../../../node_modules/.cache')
  const folder = join(cache, `chromium-${packagedChromium()}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const unpackFolder = mkdtempSync(`${folder}-`)
  const unpack =
    "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())"
  execFileSync(process.execPath, ['-e', unpack], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: unpackFolder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  })
  writeFileSync(
    join(unpackFolder, 'fonts.conf'),
    `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>\n`,
  )
  try {
    renameSync(unpackFolder, folder)
  } catch (error) {
    rmSync(unpackFolder, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

function inheritedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
}
