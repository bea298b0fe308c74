/** Queries of customer-service contacts and configuration records. */
import { sql } from 'drizzle-orm'
import type { ServicePlatform } from '#contract/site.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { configRecords, serviceContacts } from '#server/features/site/table.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'

type Contact = NonNullable<ServicePlatform['accountList']>[number]

const contactsStatement = prepareStatement<Contact & { platform: string }>(
  'contacts_all',
  sql`select platform, account_type as "accountType", qr_code as "qrCode", refer_url as "referUrl", account from ${serviceContacts} order by position, id`,
)

const contactStatement = prepareStatement<{ isListed: boolean }>(
  'contacts_validate',
  sql`select exists (select 1 from ${serviceContacts} where platform = ${sql.placeholder('platform')}::text and account = ${sql.placeholder('account')}::text) as "isListed"`,
)

const configStatement = prepareStatement<{ valued: string }>(
  'config_get',
  sql`select value::text as valued from ${configRecords} where id = ${sql.placeholder('id')}::text`,
)

/**
 * Grouped by platform in the configured order. `qrCode`: the operator's picture in its original
 * size, or null.
 */
export async function readContactsByPlatform(
  reads: Reads,
): Promise<{ platform: string; accountList: Contact[] }[]> {
  const platforms = Map.groupBy(await contactsStatement(reads, {}), ({ platform }) => platform)
  return [...platforms].map(([platform, contacts]) => ({
    platform,
    accountList: contacts.map(({ platform: _, ...contact }) => contact),
  }))
}

/** Exact match of platform and account, because impostors use look-alike names. */
export async function isListedContact(
  reads: Reads,
  platform: string,
  account: string,
): Promise<boolean> {
  const [found] = await contactStatement(reads, { platform, account })
  return found?.isListed === true
}

/** JSON text of a configuration record. */
export async function readConfigText(reads: Reads, id: string): Promise<string | undefined> {
  const [found] = await configStatement(reads, { id })
  return found?.valued
}
