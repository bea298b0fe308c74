/** The translation log for programs, in the manner of DeepL's API, which has no such call. */
import * as z from 'zod/mini'
import { get } from '#contract/endpoint.ts'
import { Day } from '#contract/field-constructors.ts'
import { limits } from '#contract/limits.ts'
import { Count, Id, Text } from '#contract/vocabulary.ts'

const LoggedTranslation = z.object({
  /** ISO 8601, in UTC. */
  created_at: Text,
  source_lang: Text,
  target_lang: Text,
  /** Characters charged; under billing by time, characters counted. */
  character_count: Count,
  billing_mode: Text,
  channel_id: z.nullable(Text),
  /** The channel that translated while `channel_id` was down. */
  fallback_channel_id: z.nullable(Text),
  client_type: z.nullable(Text),
  ip: z.nullable(Text),
  /** The key by which a program translated; without a name once it is deleted. */
  api_key_id: z.nullable(Text),
  api_key_name: z.nullable(Text),
  user_id: Text,
})

export const programLog = {
  /**
   * Newest first. Days are those of the business calendar, both included. `user_id`: a sub-account,
   * or `all` for the main account with all of them; by default the user of the key.
   */
  translations: get(
    '/v3/logs/translation',
    z.object({
      start_date: z.optional(Day),
      end_date: z.optional(Day),
      api_key_id: z.optional(Id),
      user_id: z.optional(Id),
      page: z._default(z.int().check(z.gte(1), z.lte(limits.count.max)), 1),
      page_size: z._default(z.int().check(z.gte(1), z.lte(limits.page.max)), limits.page.size),
    }),
    z.object({ total_count: Count, translations: z.array(LoggedTranslation) }),
    { access: 'member', scope: 'logs' },
  ),
}
