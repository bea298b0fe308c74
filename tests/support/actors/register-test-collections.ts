/** Registers the test collections beside the product's. Import it before all that reads these. */
import { vi } from 'vitest'

vi.mock('#contract/collections.ts', async (original) => {
  const { testCollections: more } = await import('#tests/support/actors/test-collections.ts')
  const known = await original<{ collections: object }>()
  return { ...known, collections: { ...known.collections, ...more } }
})
vi.mock('#locales/collections.ts', async (original) => {
  const { testMessages: more } = await import('#tests/support/actors/test-collections.ts')
  const known = await original<{ zh: object; en: object }>()
  return { zh: { ...known.zh, ...more }, en: { ...known.en, ...more } }
})
