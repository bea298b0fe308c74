/** The page of the test collection `terms`, as a file of `resources/` would be. */
import { testCollections } from '#tests/support/actors/test-collections.ts'

export default testCollections.terms
