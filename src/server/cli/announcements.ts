/** Commands on announcements, which reach all current and future visitors of the site. */
import { containsLink } from '#contract/operator/mailed-text.ts'
import { validate } from '#contract/issues.ts'
import { WireTime } from '#contract/vocabulary.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  addAnnouncement,
  readAnnouncementPage,
  toState,
  withdrawAnnouncement,
  type Announcement,
} from '#server/features/notifications/announcements/service.ts'
import {
  ValidationError,
  UsageError,
  type Command,
  type OutputRow,
  parseLongText,
  parseOneOf,
  parseText,
} from '#server/cli/command.ts'
import { parseWireTime, formatWireTime } from '#server/platform/db/time.ts'

const requiredOptions = ['zh-title', 'zh-text', 'en-title', 'en-text'] as const
const levels = ['info', 'warning'] as const
const timeHelp = 'such as “2026-12-31 20:00:00”, in the business time zone'
/** Maximum number listed. */
const maxListed = 50

const list: Command = {
  name: 'announcements list',
  summary: `Lists the last ${maxListed} announcements, newest first: those that are shown or planned.`,
  options: { all: { help: 'include those that have ended or were withdrawn' } },
  async run(tx, { options, zone }) {
    const isOpenOnly = options['all'] === undefined
    const { rows } = await readAnnouncementPage(tx, {
      pageNum: 1,
      pageSize: maxListed,
      open: isOpenOnly,
    })
    return { kind: 'list', rows: rows.map((row) => formatAnnouncement(row, zone)) }
  },
}

const add: Command = {
  name: 'announcements add',
  summary:
    'Publishes an announcement to everyone, now or at a time. Undo with announcements withdraw.',
  options: {
    'zh-title': { placeholder: 'text', help: 'Chinese title (needed)' },
    'zh-text': { placeholder: 'text', help: 'Chinese text (needed)' },
    'en-title': { placeholder: 'text', help: 'English title (needed)' },
    'en-text': { placeholder: 'text', help: 'English text (needed)' },
    level: { placeholder: levels.join('|'), help: 'urgency; default info' },
    'publish-at': { placeholder: 'time', help: `${timeHelp}; default now` },
    'end-at': { placeholder: 'time', help: `${timeHelp}; default never` },
  },
  async run(tx, { options, operator, now, zone }) {
    const missing = requiredOptions.filter((name) => options[name] === undefined)
    if (missing.length > 0)
      throw new UsageError(
        `announcements add needs ${missing.map((name) => `--${name}`).join(', ')}.`,
      )
    const readWithoutLink = (name: (typeof requiredOptions)[number], parse: typeof parseText) => {
      const text = parse(options[name]!, name)
      if (containsLink(text))
        throw new ValidationError(`--${name} must not contain a web address or a domain.`)
      return text
    }
    const readTitle = (name: 'zh-title' | 'en-title') => readWithoutLink(name, parseText)
    const readContent = (name: 'zh-text' | 'en-text') => readWithoutLink(name, parseLongText)
    const words = {
      zh: { title: readTitle('zh-title'), content: readContent('zh-text') },
      en: { title: readTitle('en-title'), content: readContent('en-text') },
    }
    const level = parseOneOf(levels)(options['level'] ?? 'info', 'level')
    const readTime = (name: 'publish-at' | 'end-at') =>
      parseTimeOption(tx, options[name], name, zone)
    const plan = {
      level,
      words,
      publishAt: await readTime('publish-at'),
      endAt: await readTime('end-at'),
    }
    const added = await addAnnouncement(tx, plan, { operator: operator.name, now })
    const subject = `announcement ${added.id}`
    const changed = { ownerId: null, about: [] }
    return {
      kind: 'change',
      subject,
      before: null,
      after: formatAnnouncement(added, zone),
      changed,
      notes: [],
      needsConfirmation: false,
    }
  },
}

const withdraw: Command = {
  name: 'announcements withdraw',
  operand: 'id',
  summary:
    'Withdraws an announcement: it leaves the pages that are open, and nobody gets it from then on. Its text stays in the history.',
  async run(tx, { operand, operator, now, zone }) {
    // No announcement has the id 0.
    const id = /^\d{1,15}$/.test(operand!) ? Number(operand) : 0
    const withdrawn = await withdrawAnnouncement(tx, id, { operator: operator.name, now })
    const subject = `announcement ${withdrawn.id}`
    return {
      kind: 'change',
      subject,
      before: formatAnnouncement(withdrawn, zone),
      after: null,
      changed: { ownerId: null, about: ['notice'] },
      notes: [],
      needsConfirmation: false,
    }
  },
}

export const announcementCommands: readonly Command[] = [list, add, withdraw]

/** Null if the option is not set. Throws ValidationError. */
async function parseTimeOption(
  tx: Db,
  value: string | undefined,
  name: string,
  zone: string,
): Promise<Date | null> {
  if (value === undefined) return null
  if (!validate(WireTime, value).ok)
    throw new ValidationError(`--${name} is “${value}”: it must be a time ${timeHelp}.`)
  return parseWireTime(tx, value, zone)
}

function formatAnnouncement(row: Announcement, zone: string): OutputRow {
  const { id, publishAt, endAt, level, words } = row
  const { zh, en } = words
  return {
    row,
    text: {
      id: String(id),
      at: formatWireTime(publishAt, zone),
      until: endAt ? formatWireTime(endAt, zone) : '',
      state: toState(row),
      level,
      zh: `${zh.title}: ${zh.content}`,
      en: `${en.title}: ${en.content}`,
    },
  }
}
