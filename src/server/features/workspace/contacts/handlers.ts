/** Handlers of the contacts of workspaces. All members have full access to them. */
import { storedContactFields, type contacts as calls } from '#contract/workspace.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { contacts } from '#server/features/workspace/table.ts'
import {
  addContact,
  deleteContacts,
  editContact,
  type Details,
} from '#server/features/workspace/contacts/service.ts'
import { requireAccess } from '#server/features/workspace/access.ts'
import type { Handler, SignedCall } from '#server/http/handler.ts'
import { storedFields } from '#server/platform/db/field-columns.ts'
import { notifySpace } from '#server/features/workspace/notifications.ts'
import { contactOf, contactPage, contactsFor } from '#server/features/workspace/contacts/queries.ts'
import { ApiError } from '#server/http/errors.ts'

export const pageContacts: Handler<typeof calls.page> = async (query, { db, me, settings }) =>
  contactPage(db, await requireAccess(db, me, query.spaceId), query, settings.timeZone)

export const getContact: Handler<typeof calls.get> = async ({ id }, { db, me, settings }) => {
  const found = await contactOf(db, me, id, settings.timeZone)
  if (!found) throw new ApiError('notFound')
  return found
}

export const createContact: Handler<typeof calls.create> = async (
  { spaceId, ...details },
  call,
) => {
  const space = await requireAccess(call.db, call.me, spaceId)
  await addContact(call.db, space, detailsOf(details, call), call.clock())
  notifySpace(call, space)
  return null
}

export const saveContact: Handler<typeof calls.edit> = async (
  { id, version, ...details },
  call,
) => {
  const found = await contactOf(call.db, call.me, id, call.settings.timeZone)
  if (!found) throw new ApiError('notFound')
  const { ownerId, spaceId } = found
  await editContact(call.db, { ownerId, id: found.id as string }, detailsOf(details, call), version)
  notifySpace(call, { ownerId, id: spaceId as string })
  return null
}

/**
 * Ignores ids that are unknown, deleted or out of reach; throws ApiError `notFound` if none is
 * left.
 */
export const removeContacts: Handler<typeof calls.remove> = async ({ id, ids }, call) => {
  const requested = [...(id === null || id === undefined ? [] : [id]), ...(ids ?? [])]
  const found = await call.db
    .select({ ownerId: contacts.ownerId, spaceId: contacts.spaceId, id: contacts.id })
    .from(contacts)
    .where(contactsFor(call.me, requested))
  if (found.length === 0) throw new ApiError('notFound')
  for (const spaceId of [...new Set(found.map((one) => one.spaceId))].toSorted()) {
    const there = found.filter((one) => one.spaceId === spaceId)
    const space = { ownerId: there[0]!.ownerId, id: spaceId }
    await deleteContacts(
      call.db,
      space,
      there.map((one) => one.id),
    )
    notifySpace(call, space)
  }
  return null
}

const detailsOf = (
  input: Omit<ParsedInputOf<typeof calls.create>, 'spaceId'>,
  { settings }: SignedCall,
) => storedFields(storedContactFields, input, settings.timeZone) as Details
