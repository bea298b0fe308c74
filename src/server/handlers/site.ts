/** Customer service and configuration, for anybody. */
import type { customerService as contactCalls } from '#contract/customer-service.ts'
import type { siteConfig as configCalls } from '#contract/site-config.ts'
import type { Handler } from '#server/handler.ts'
import { configText, contactsByPlatform, isOurs } from '#server/queries/site.ts'
import { Refusal } from '#server/refusal.ts'

export const contactPlatforms: Handler<typeof contactCalls.platforms> = async (_, { reads }) =>
  (await contactsByPlatform(reads)).map(({ platform }) => ({ platform }))

/** Whatever size is asked for: a picture scales by itself. */
export const contactList: Handler<typeof contactCalls.list> = (_, { reads }) => contactsByPlatform(reads)

export const validateContact: Handler<typeof contactCalls.validate> = ({ platform, account }, { reads }) => isOurs(reads, platform, account)

export const getConfig: Handler<typeof configCalls.get> = async ({ id }, { reads }) => {
  const valued = await configText(reads, String(id))
  if (valued === undefined) throw new Refusal('notFound')
  return { id, valued }
}

/** Configuration is the owner's, who changes it by the operator command. */
export const saveConfig: Handler<typeof configCalls.save> = () => Promise.reject(new Refusal('notAllowed'))
