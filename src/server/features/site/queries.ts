/**
 * Reading what the owner of the site keeps: contacts of customer service, and configuration
 * records.
 */
import { sql } from 'drizzle-orm'
import type { ServicePlatform } from '#contract/customer-service.ts'
import type { Reads } from '#server/platform/db/reads.ts'
import { configRecords, serviceContacts } from '#server/platform/db/schema.ts'
import { quickStatement } from '#server/platform/db/statement.ts'

type Contact = NonNullable<ServicePlatform['accountList']>[number]

const contactsStatement = quickStatement<Contact & { platform: string }>(
  'contacts_all',
  sql`select platform, account_type as "accountType", qr_code as "qrCode", refer_url as "referUrl", account from ${serviceContacts} order by position, id`,
)

const contactStatement = quickStatement<{ ours: boolean }>(
  'contacts_validate',
  sql`select exists (select 1 from ${serviceContacts} where platform = ${sql.placeholder('platform')}::text and account = ${sql.placeholder('account')}::text) as ours`,
)

const configStatement = quickStatement<{ valued: string }>(
  'config_get',
  sql`select value::text as valued from ${configRecords} where id = ${sql.placeholder('id')}::text`,
)

/**
 * By platform, in the order the owner gave them. `qrCode` is a picture that the owner put there, in
 * its own size; null where there is none.
 */
export async function contactsByPlatform(
  reads: Reads,
): Promise<{ platform: string; accountList: Contact[] }[]> {
  const platforms = new Map<string, Contact[]>()
  for (const { platform, ...contact } of await contactsStatement(reads, {})) {
    const known = platforms.get(platform)
    if (known) known.push(contact)
    else platforms.set(platform, [contact])
  }
  return [...platforms].map(([platform, accountList]) => ({ platform, accountList }))
}

/**
 * Only the very account on the very platform is ours: what merely looks like it is what impostors
 * use.
 */
export async function isOurs(reads: Reads, platform: string, account: string): Promise<boolean> {
  const [found] = await contactStatement(reads, { platform, account })
  return found?.ours === true
}

/** The JSON text of a configuration record. */
export async function configText(reads: Reads, id: string): Promise<string | undefined> {
  const [found] = await configStatement(reads, { id })
  return found?.valued
}
