/** Process that runs the product with the test collection `terms`; argument: folder of pages. */
import '#tests/support/browser/terms/collections.ts'
import '#tests/support/browser/terms/messages.ts'

// Imported after the registry was extended, because these modules read it when they load.
const { startProduct } = await import('#tests/support/server/product.ts')
const { demoAccounts } = await import('#server/seed/demo.ts')
const { createTables } = await import('#tests/support/actors/collection-fixtures.ts')
const { collectionTables } = await import('#server/features/collections/table.ts')

const product = await startProduct({ pages: process.argv[2]! })
await createTables(product.services.db, { terms: collectionTables['terms'] })
const { sk, userId } = await product.signIn(demoAccounts.demo)
process.stdout.write(`${JSON.stringify({ origin: product.origin, sk, userId })}\n`)
process.once('SIGTERM', () => void product.close().then(() => process.exit(0)))
