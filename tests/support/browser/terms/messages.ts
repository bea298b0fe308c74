/** The product's messages of collections with those of the test collection `terms`. */
import { testMessages } from '#tests/support/actors/test-collections.ts'
import * as product from '../../../../locales/collections.ts'

const terms = testMessages['terms']!

// The server imports the product's module, the pages this one.
export const zh = Object.assign(product.zh, { terms })
export const en = Object.assign(product.en, { terms })
