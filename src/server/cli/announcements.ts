/** Commands on announcements, which reach all current and future visitors of the site. */
import { desc, eq } from 'drizzle-orm'
import { announcements } from '#server/features/notifications/table.ts'
import {
  ValidationError,
  UsageError,
  type Command,
  type OutputRow,
  writeDown,
  oneOf,
  text,
} from '#server/cli/command.ts'
import { wireTimeOf } from '#server/platform/db/time.ts'

type Announcement = typeof announcements.$inferSelect

const needed = ['zh-title', 'zh-text', 'en-title', 'en-text'] as const
const levels = ['info', 'warning'] as const
/** Maximum number listed. */
const last = 50

export const announcementList: Command = {
  name: 'announcements list',
  summary: `Lists the last ${last} announcements, newest first.`,
  async run(tx, { zone }) {
    const rows = await tx.select().from(announcements).orderBy(desc(announcements.id)).limit(last)
    return { kind: 'list', rows: rows.map((row) => shown(row, zone)) }
  },
}

export const announce: Command = {
  name: 'announcements add',
  summary: 'Publishes an announcement to everyone. Undo with announcements withdraw.',
  options: {
    'zh-title': { placeholder: 'text', help: 'Chinese title (needed)' },
    'zh-text': { placeholder: 'text', help: 'Chinese text (needed)' },
    'en-title': { placeholder: 'text', help: 'English title (needed)' },
    'en-text': { placeholder: 'text', help: 'English text (needed)' },
    level: { placeholder: levels.join('|'), help: 'urgency; default info' },
  },
  async run(tx, { options, operator, now, zone }) {
    const missing = needed.filter((name) => options[name] === undefined)
    if (missing.length > 0)
      throw new UsageError(
        `announcements add needs ${missing.map((name) => `--${name}`).join(', ')}.`,
      )
    const required = (name: (typeof needed)[number]) => text(options[name]!, name)
    const words = {
      zh: { title: required('zh-title'), content: required('zh-text') },
      en: { title: required('en-title'), content: required('en-text') },
    }
    const level = oneOf(levels)(options['level'] ?? 'info', 'level')
    const [made] = await tx.insert(announcements).values({ at: now, level, words }).returning()
    const subject = `announcement ${made!.id}`
    await writeDown(tx, {
      at: now,
      operator: operator.name,
      action: 'announcements add',
      subject,
      after: made,
    })
    const changed = { ownerId: null, about: [] }
    return {
      kind: 'change',
      subject,
      before: null,
      after: shown(made!, zone),
      changed,
      notes: [],
      needsConfirmation: false,
    }
  },
}

export const withdrawAnnouncement: Command = {
  name: 'announcements withdraw',
  operand: 'id',
  summary:
    'Withdraws an announcement: it leaves the pages that are open, and nobody gets it from then on. Its text stays in the history.',
  async run(tx, { operand, operator, now, zone }) {
    const [gone] = /^\d{1,15}$/.test(operand!)
      ? await tx
          .delete(announcements)
          .where(eq(announcements.id, Number(operand)))
          .returning()
      : []
    if (!gone)
      throw new ValidationError(`Announcement ${operand} was not found or is already withdrawn.`)
    const subject = `announcement ${gone.id}`
    await writeDown(tx, {
      at: now,
      operator: operator.name,
      action: 'announcements withdraw',
      subject,
      before: gone,
    })
    return {
      kind: 'change',
      subject,
      before: shown(gone, zone),
      after: null,
      changed: { ownerId: null, about: ['notice'] },
      notes: [],
      needsConfirmation: false,
    }
  },
}

function shown(row: Announcement, zone: string): OutputRow {
  const { id, at, level, words } = row
  const { zh, en } = words
  return {
    row,
    text: {
      id: String(id),
      at: wireTimeOf(at, zone),
      level,
      zh: `${zh.title}: ${zh.content}`,
      en: `${en.title}: ${en.content}`,
    },
  }
}
