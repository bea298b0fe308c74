/** Minimal build output that the server can serve. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function builtSite() {
  const folder = mkdtempSync(join(tmpdir(), 'yq-built-'))
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  for (const name of ['web', 'web/assets', 'site']) mkdirSync(join(folder, name))
  put('web/index.html', '<!doctype html><html data-mode=""><title>the program</title>')
  put('web/assets/start-1a2b3c4d.js', 'export const started = true\n')
  put('web/boot.js', 'document.documentElement.lang = "zh-CN"\n')
  put(
    'site/site.mjs',
    `export const site = {
      paths: ['/home'],
      scriptHash: "'sha256-abc'",
      find: (path) => path === '/home' ? { kind: 'page', path } : path === '/old' ? { kind: 'moved', to: '/home' } : { kind: 'app' },
      files: (origin) => ({ '/sitemap.xml': { type: 'application/xml', text: origin + '/home' } }),
      render: (path) => '<!doctype html><html data-mode=""><title>' + path + '</title>',
    }\n`,
  )
  return {
    pages: join(folder, 'web'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
