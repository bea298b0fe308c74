/** The page of the test collection `terms`, as a file of `resources/` would be. */
import { list } from '#console/engine/resource.ts'
import { testCollections } from '#tests/support/actors/test-collections.ts'

export default list(testCollections.terms, {
  route: 'UserCenterTerms',
  menu: ['functions', 90],
})
