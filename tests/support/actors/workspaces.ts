/** Creates, shares and fills workspaces through the API. */
import { spaceInvitations, spaces, contactCollection } from '#contract/workspace.ts'
import type { Caller } from '#tests/support/server/server.ts'

export const contacts = contactCollection.calls

export async function createSpace(caller: Caller, name: string): Promise<string> {
  const { success, data, msg } = await caller.call(spaces.create, { name })
  if (!success) throw new Error(msg)
  return String(data.id)
}

/** Invites an account, which accepts. */
export async function share(
  caller: Caller,
  spaceId: string,
  account: string,
  invited: Caller,
): Promise<void> {
  for (const reply of [
    await caller.call(spaceInvitations.create, { spaceId, account }),
    await invited.call(spaceInvitations.accept, { spaceId }),
  ])
    if (!reply.success) throw new Error(reply.msg)
}

export async function createContact(
  caller: Caller,
  spaceId: string,
  title: string,
): Promise<string> {
  const { success, msg } = await caller.call(contacts.create, { spaceId, title })
  if (!success) throw new Error(msg)
  return String((await caller.call(contacts.page, { spaceId, title })).data.rows[0]!.id)
}

export const titlesIn = async (caller: Caller, spaceId: string): Promise<string[]> =>
  (await caller.call(contacts.page, { spaceId, pageSize: 100 })).data.rows.map(({ title }) => title)
