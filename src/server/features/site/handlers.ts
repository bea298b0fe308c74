/** Public handlers of customer-service contacts and configuration records. */
import type { customerService as contactCalls, siteConfig as configCalls } from '#contract/site.ts'
import { toPictureSize } from '#server/features/site/contact-pictures.ts'
import type { Handler, Handlers } from '#server/http/handler.ts'
import {
  readConfigText,
  readContactsByPlatform,
  isListedContact,
} from '#server/features/site/queries.ts'
import { ApiError } from '#server/http/errors.ts'

const listContactPlatforms: Handler<typeof contactCalls.platforms> = async (_, { reads }) =>
  (await readContactsByPlatform(reads)).map(({ platform }) => ({ platform }))

const listContacts: Handler<typeof contactCalls.list> = async (
  { width, height },
  { reads, contactPictures },
) => {
  const size = toPictureSize(width, height)
  return Promise.all(
    (await readContactsByPlatform(reads)).map(async ({ platform, accountList }) => ({
      platform,
      accountList: await Promise.all(
        accountList.map(async (contact) => ({
          ...contact,
          qrCode: await contactPictures(
            contact.qrCode,
            contact.referUrl || contact.account || platform,
            size,
          ),
        })),
      ),
    })),
  )
}

const validateContact: Handler<typeof contactCalls.validate> = ({ platform, account }, { reads }) =>
  isListedContact(reads, platform, account)

const getConfig: Handler<typeof configCalls.get> = async ({ id }, { reads }) => {
  const valued = await readConfigText(reads, String(id))
  if (valued === undefined) throw new ApiError('notFound')
  return { id, valued }
}

/** Operators change the configuration in their console or by command; users can’t. */
const saveConfig: Handler<typeof configCalls.save> = () =>
  Promise.reject(new ApiError('notAllowed'))

export const customerServiceHandlers: Handlers['customerService'] = {
  platforms: listContactPlatforms,
  list: listContacts,
  validate: validateContact,
}

export const siteConfigHandlers: Handlers['siteConfig'] = { get: getConfig, save: saveConfig }
