/** A server for a test file, with the people that most tests are about. */
import { afterAll } from 'vitest'
import { addPeople } from '#tests/support/people.ts'
import { startServer } from '#tests/support/server.ts'

/** Call it at the top of the file; the server is closed after its last test. */
export async function peopledServer() {
  const server = await startServer()
  afterAll(() => server.close())
  return { server, people: await addPeople(server.database.db) }
}
