/** Builds the pages of the product with the test collection `terms`. */
import { join, relative, sep } from 'node:path'
import { build, type Plugin } from 'vite'

const folder = 'tests/support/browser/terms'
const replaced: Readonly<Record<string, string>> = {
  'src/contract/collections.ts': 'collections.ts',
  'locales/collections.ts': 'messages.ts',
}

export const buildWithTerms = (outDir: string) =>
  build({ logLevel: 'error', build: { outDir }, plugins: [withTerms()] })

function withTerms(): Plugin {
  return {
    name: 'with-terms',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!/^#(contract|locales)\/collections\.ts$/.test(source)) return undefined
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      const path =
        resolved && relative(process.cwd(), resolved.id.replace(/\?.*$/, '')).split(sep).join('/')
      const file = path && replaced[path]
      return file ? join(process.cwd(), folder, file) : undefined
    },
    transform(code, id) {
      if (!id.endsWith('/src/app.tsx')) return undefined
      return code.replace("'/resources/*.ts'", `['/resources/*.ts', '/${folder}/terms.ts']`)
    },
  }
}
