/** Documents of people, stored without an upload. */
import { addDocument } from '#server/features/documents/add-document.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { TestServer } from '#tests/support/server/server.ts'

/** Id of a new text document that is ready to be started. */
export const createDocument = (
  { services }: Pick<TestServer, 'services'>,
  { ownerId, userId }: UserKey,
  { name = 'document.txt', text = 'hello', ip = '10.1.1.1' } = {},
): Promise<string> =>
  transaction(services.db, (tx) =>
    addDocument(
      tx,
      { me: { ownerId, userId, clientType: 'web' }, ip, clock: services.clock },
      {
        name,
        format: 'txt',
        bytes: new TextEncoder().encode(text),
        chars: text.length,
        price: text.length,
      },
    ),
  )
