/** Vite plugin: a page loads its messages in one language, though each file has both. */
import type { Plugin } from 'vite'

/**
 * A module is in one chunk, so a file read by both language chunks would load both languages. The
 * files of `locales/` that `…-zh.ts` and `…-en.ts` import become separate modules, `?zh` and `?en`,
 * from which tree shaking drops the other language.
 */
export function oneLanguage(): Plugin {
  return {
    name: 'one-language',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer = '') {
      const lang = /(?:-(zh|en)\.ts|\?(zh|en))$/.exec(importer)?.slice(1).join('')
      const found = lang && (await this.resolve(id, importer, { skipSelf: true }))
      return found && /\/locales\/[^?]*$/.test(found.id) ? `${found.id}?${lang}` : undefined
    },
  }
}
