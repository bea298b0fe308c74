/** Server with the accounts of `addPeople` for one test file. */
import { afterAll } from 'vitest'
import { addPeople } from '#tests/support/actors/people.ts'
import { startServer } from '#tests/support/server/server.ts'

/** Call at the top of the file. The server is closed after the last test. */
export async function serverWithPeople() {
  const server = await startServer()
  afterAll(() => server.close())
  return { server, people: await addPeople(server.database.db) }
}
