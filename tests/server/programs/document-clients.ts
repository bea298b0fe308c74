/** Programs that upload documents, by DeepL's own client and by plain requests. */
import * as deepl from 'deepl-node'
import { expect } from 'vitest'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { balanceOf } from '#tests/support/actors/people.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import type { TestServer } from '#tests/support/server/server.ts'

/** `upload` sends one file; `findProblem` returns the sentence by which its job refuses it. */
export function createDocumentClients(server: TestServer) {
  const { db } = server.database
  async function createClient(chars: number, options: Parameters<typeof addKey>[2] = {}) {
    const { main, subs } = await addAccountGroup(server, { quota: [{ chars }] })
    const key = await addKey(db, main, options)
    const client = new deepl.DeepLClient(key, { serverUrl: server.origin, maxRetries: 0 })
    const balance = () => balanceOf(db, main.ownerId, main.userId)
    return { client, key, main, subs, balance }
  }

  async function upload(
    key: string,
    content: string | Uint8Array<ArrayBuffer>,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
    signal: AbortSignal | null = null,
  ) {
    const form = new FormData()
    const { filename = 'a.txt', ...others } = fields
    form.set('file', new File([content], filename))
    for (const [name, value] of Object.entries({ target_lang: 'FR', ...others }))
      form.set(name, value)
    const response = await fetch(`${server.origin}/v2/document`, {
      method: 'POST',
      headers: { authorization: `DeepL-Auth-Key ${key}`, ...headers },
      body: form,
      signal,
    })
    return {
      status: response.status,
      answer: (await response.json()) as {
        message?: string
        document_id?: string
        document_key?: string
      },
    }
  }

  async function findProblem(
    { key, client }: { key: string; client: deepl.DeepLClient },
    ...input: Parameters<typeof upload> extends [string, ...infer Rest] ? Rest : never
  ) {
    const { status, answer } = await upload(key, ...input)
    expect(status).toBe(200)
    const handle = { documentId: answer.document_id!, documentKey: answer.document_key! }
    await expect
      .poll(async () => (await client.getDocumentStatus(handle)).status, { timeout: 20_000 })
      .toBe('error')
    return (await client.getDocumentStatus(handle)).errorMessage
  }

  return { createClient, upload, findProblem }
}

/** Waits without the pauses of the client between its questions. */
export async function finish(client: deepl.DeepLClient, handle: deepl.DocumentHandle) {
  return expect
    .poll(async () => (await client.getDocumentStatus(handle)).done(), { timeout: 20_000 })
    .toBe(true)
    .then(() => client.getDocumentStatus(handle))
}
