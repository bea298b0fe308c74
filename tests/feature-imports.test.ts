/** Server features use only what the others make public. */
import { expect, test } from 'vitest'
import { filesIn, importsOf, read } from '#tests/support/source-files.ts'

const sources = filesIn('src/server').filter((file) => /\.tsx?$/.test(file))

test('server features import only the index.ts and table.ts of one another', () => {
  expect(sources.flatMap((file) => forbiddenFeatureImports(file, read(file)))).toEqual([])
})

test('an import of a feature’s internals is reported with what is allowed', () => {
  const source = [
    "import { readOrderPage } from '#server/features/orders/read-orders.ts'",
    "import { lockOrder } from '#server/features/orders/index.ts'",
    "import type { Order } from '../orders/table.ts'",
    "import { pollGateway } from '#server/features/orders/payment/index.ts'",
    "import { recordChange } from '#server/features/operators/index.ts'",
  ].join('\n')
  const user = 'src/server/features/packages/apply-order.ts'
  expect(forbiddenFeatureImports(user, source)).toEqual([
    `${user} imports #server/features/orders/read-orders.ts: it may import index.ts and table.ts of the feature orders`,
    `${user} imports #server/features/orders/payment/index.ts: it may import index.ts and table.ts of the feature orders`,
    `${user} imports #server/features/operators/index.ts: it may import table.ts of the feature operators`,
  ])
  expect(forbiddenFeatureImports('src/server/features/orders/handlers.ts', source)).toEqual([
    'src/server/features/orders/handlers.ts imports #server/features/operators/index.ts: it may import table.ts of the feature operators',
  ])
  expect(forbiddenFeatureImports('src/server/http/router.ts', source)[0]).toBe(
    'src/server/http/router.ts imports #server/features/orders/read-orders.ts: it may import nothing of the feature orders',
  )
  expect(forbiddenFeatureImports(user, "import { orders } from '#server/schema.ts'")).toEqual([
    `${user} imports #server/schema.ts: it may import the table.ts that declares the table`,
  ])
})

/**
 * Folders whose imports of features are checked: a feature may import of another one `index.ts`,
 * which names what is public, and `table.ts` for joins and foreign keys; HTTP and platform none.
 * Files outside of these folders, such as those that start the server, may import any.
 */
const publicFiles: Record<string, string[]> = {
  'src/server/features/': ['index.ts', 'table.ts'],
  'src/server/http/': [],
  'src/server/platform/': [],
}

/**
 * Operators' code uses the other features, not the reverse. A support view is an operator's session
 * in a customer's account: each of its steps is in the operators' log.
 */
const usesOperators = ['support-views']

/** May import all tables: the erasure of an account has a policy for each. */
const readsWholeSchema = 'src/server/features/accounts/cancellation/personal-data.ts'

/** One message per import of another feature's internals, or of all tables at once. */
function forbiddenFeatureImports(file: string, source: string): string[] {
  const folder = Object.keys(publicFiles).find((name) => file.startsWith(name))
  if (!folder) return []
  return importsOf(file, source).flatMap((to) => {
    if (to.file === 'src/server/schema.ts' && file !== readsWholeSchema)
      return [`${file} imports ${to.from}: it may import the table.ts that declares the table`]
    const feature = to.file && featureOf(to.file)
    if (!feature || feature === featureOf(file)) return []
    const allowed = publicFilesFor(file, folder, feature)
    const path = `src/server/features/${feature}/`
    const isPublic =
      to.file === `${path}index.ts` || (to.file!.startsWith(path) && to.file!.endsWith('/table.ts'))
    if (isPublic && allowed.some((name) => to.file!.endsWith(`/${name}`))) return []
    const names = allowed.join(' and ') || 'nothing'
    return [`${file} imports ${to.from}: it may import ${names} of the feature ${feature}`]
  })
}

function publicFilesFor(file: string, folder: string, feature: string): string[] {
  if (feature !== 'operators' || usesOperators.includes(featureOf(file) ?? ''))
    return publicFiles[folder]!
  return publicFiles[folder]!.filter((name) => name === 'table.ts')
}

const featureOf = (file: string) => /^src\/server\/features\/([^/]+)\//.exec(file)?.[1]
