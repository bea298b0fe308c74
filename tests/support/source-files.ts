/** Files of the code base and what they import, for tests of its structure. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Folder of the code base, with a slash at its end. */
export const root = new URL('../..', import.meta.url).pathname

export const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Paths of all files below a folder, from the root. */
export function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}

/** An import with its target: a file of the code base, or a package. */
type Import = { from: string; file?: string; package?: string }

/** Static, type-only and dynamic imports of a file. */
export function importsOf(file: string, source: string): Import[] {
  const found = source.matchAll(
    /(?:^|[\s;])(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+\s+from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g,
  )
  return [...found]
    .map(([, fixed, lazy]) => resolveImport(file, (fixed ?? lazy)!))
    .filter((to) => !/\.(css|svg|png|sql)(\?|$)/.test(to.from))
}

function resolveImport(file: string, from: string): Import {
  if (from.startsWith('.')) return { from, file: join(dirname(file), from) }
  if (!from.startsWith('#')) return { from, package: from }
  const [name, ...rest] = from.slice(1).split('/')
  const folder = ['contract', 'client', 'ui', 'console', 'operator', 'server'].includes(name!)
    ? `src/${name}`
    : name!
  return { from, file: join(folder, ...rest) }
}
