/** The product's registry of collections with the test collection `terms`. */
import { testCollections } from '#tests/support/actors/test-collections.ts'
import { collections } from '../../../../src/contract/collections.ts'

Object.assign(collections, { terms: testCollections.terms })

export { callsOf, collections, messageTraits } from '../../../../src/contract/collections.ts'
