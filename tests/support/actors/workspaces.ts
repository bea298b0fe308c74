/** Creates, shares and fills workspaces through the API. */
import { contacts, spaceInvitations, spaces } from '#contract/workspace.ts'
import type { Caller } from '#tests/support/server/server.ts'

export async function createSpace(who: Caller, name: string): Promise<string> {
  const { success, data, msg } = await who.call(spaces.create, { name })
  if (!success) throw new Error(msg)
  return String(data.id)
}

/** Invites an account, which accepts. */
export async function share(
  who: Caller,
  spaceId: string,
  account: string,
  invited: Caller,
): Promise<void> {
  for (const reply of [
    await who.call(spaceInvitations.create, { spaceId, account }),
    await invited.call(spaceInvitations.accept, { spaceId }),
  ])
    if (!reply.success) throw new Error(reply.msg)
}

export async function createContact(who: Caller, spaceId: string, title: string): Promise<string> {
  const { success, msg } = await who.call(contacts.create, { spaceId, title })
  if (!success) throw new Error(msg)
  return String((await who.call(contacts.page, { spaceId, title })).data.rows[0]!.id)
}

export const titlesIn = async (who: Caller, spaceId: string): Promise<string[]> =>
  (await who.call(contacts.page, { spaceId, pageSize: 100 })).data.rows.map(({ title }) => title)
