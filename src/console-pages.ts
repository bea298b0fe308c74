/**
 * Vite plugin: one HTML file per console page, preloading its scripts, styles and first calls, and the
 * login page in both languages.
 */
import { build, minifySync, runnerImport, type Plugin, type Rolldown } from 'vite'
import { firstLoadId, type FirstLoad } from './client/api/early-requests.ts'
import { sizes } from './contract/sizes.ts'
import type { PageLoad } from './first-loads.ts'
import { en, zh } from '../locales/landing.ts'
import { en as sharedEn, zh as sharedZh } from '../locales/shared.ts'

type Bundle = Rolldown.OutputBundle

/**
 * Runs after the plugins that create `index.html`. A server that does not map addresses to these
 * files can serve `index.html`, which loads the same later.
 */
export function consolePages(): Plugin {
  let root = ''
  return {
    name: 'console-pages',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => void (root = config.root),
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset' || !String(index.source).includes(bootTag))
          throw new Error(`index.html has no ${bootTag}.`)
        const { pageLoads } = (
          await runnerImport<{ pageLoads: PageLoad[] }>(`${root}/src/first-loads.ts`, {
            root,
            configFile: false,
            plugins: [withoutStyles],
          })
        ).module
        const boot = minifySync(
          'boot.js',
          await this.fs.readFile(`${root}/public/boot.js`, { encoding: 'utf8' }),
        ).code.trim()
        const headScript = `${await buildHeadScript(root)};${boot}`
        const messageFiles = Object.fromEntries(
          ['zh', 'en'].map((lang) => [
            lang,
            findChunkFiles(bundle, [`${root}/src/console/refine/messages-${lang}.ts`]).map(
              (file) => `/${file}`,
            ),
          ]),
        )
        for (const { route, resource, sources, isPreloaded, calls } of pageLoads) {
          const lazyModules = isPreloaded
            ? (this.getModuleInfo(`${root}/${resource}`)?.dynamicallyImportedIds ?? [])
            : []
          const files = findChunkFiles(bundle, [
            ...sources.map((source) => `${root}/${source}`),
            ...lazyModules,
          ])
          const html = insertHead(String(index.source), {
            headScript,
            files,
            styles: findStyles(bundle, files),
            firstLoad: { calls, messageFiles },
          })
          this.emitFile({ type: 'asset', fileName: `${route}.html`, source: html })
        }
        for (const [fileName, page] of Object.entries(loginPages))
          this.emitFile({
            type: 'asset',
            fileName,
            source: toLoginPage(String(index.source), page),
          })
      },
    },
  }
}

type LoginPage = { tag: string; title: string; description: string }

const loginPages: Record<string, LoginPage> = {
  'login.html': { tag: 'zh-CN', ...describeLogin(zh, sharedZh.product) },
  'en/login.html': { tag: 'en-US', ...describeLogin(en, sharedEn.product) },
}

function describeLogin({ login }: typeof zh, product: { name: string }): Omit<LoginPage, 'tag'> {
  return { title: `${login.title} · ${product.name}`, description: login.description }
}

/** With the title and description of the language, for readers that run no scripts. */
const toLoginPage = (html: string, { tag, title, description }: LoginPage): string =>
  html
    .replace('<html lang="zh-CN"', `<html lang="${tag}"`)
    .replace(
      /<title>[^<]*<\/title>/,
      () => `<title>${title}</title><meta name="description" content="${description}" />`,
    )

/** Vite cannot read style sheets outside a build or a server. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
  load: (id) => (id === '\0no-styles' ? '' : undefined),
}

type PageParts = {
  headScript: string
  files: readonly string[]
  styles: readonly [file: string, text: string][]
  firstLoad: FirstLoad
}

/**
 * Inserts the head script in place of the boot script, which it contains, and preloads of the files
 * that `index.html` does not name.
 */
function insertHead(html: string, { headScript, files, styles, firstLoad }: PageParts): string {
  const isNew = (file: string) => !html.includes(`"/${file}"`)
  const scripts = [
    `<script type="application/json" id="${firstLoadId}">${JSON.stringify(firstLoad).replaceAll('<', '\\u003c')}</script>`,
    `<script>${headScript}</script>`,
  ]
  const links = [
    ...files
      .filter(isNew)
      .map(
        (file) =>
          `<link rel="modulepreload" crossorigin media="(min-width: ${sizes.phone + 1}px)" href="/${file}">`,
      ),
    // Chunks look for the link and would fetch the styles again.
    ...styles
      .filter(([file]) => isNew(file))
      .map(
        ([file, text]) =>
          `<style>${text.trim()}</style><link rel="stylesheet" ${unfetchedAttributes} href="/${file}">`,
      ),
  ]
  return html
    .replace(bootTag, () => scripts.join(''))
    .replace('</head>', () => `${links.join('\n    ')}\n  </head>`)
}

/** Attributes of a link to inlined styles, which keep every browser from fetching them again. */
export const unfetchedAttributes = 'disabled type="text/plain"'

const bootTag = '<script src="/boot.js"></script>'

/** Bundles the script that sends the first requests into one text. */
async function buildHeadScript(root: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      lib: { entry: `${root}/src/client/api/early.ts`, formats: ['iife'], name: 'early' },
      reportCompressedSize: false,
    },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  return output[0].code.trim().replaceAll('</script', '<\\/script')
}

/** Files of the chunks that contain the modules, and of all chunks that these import. */
function findChunkFiles(bundle: Bundle, modules: readonly string[]): string[] {
  const files = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file)) return
    files.add(file)
    chunk.imports.forEach(add)
  }
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => modules.includes(id)))
      add(chunk.fileName)
  return [...files]
}

function findStyles(bundle: Bundle, files: readonly string[]): [file: string, text: string][] {
  const styles = files.flatMap((file) => {
    const chunk = bundle[file]
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
  })
  return [...new Set(styles)].flatMap((file) => {
    const asset = bundle[file]
    return asset?.type === 'asset' ? [[file, String(asset.source)] as [string, string]] : []
  })
}
