/**
 * The side of the work space: the spaces one may see, invitations, and who is in the chosen space.
 */
import type { Same } from '#locales/words.ts'
import type { workspace as zh } from '#locales/zh/workspace.ts'

export const workspace = {
  label: 'Spaces and people',
  failed: 'The spaces could not be loaded',
  group: { owner: 'My spaces', member: 'Shared with me', main: 'Spaces of sub-accounts' },
  none: { owner: 'Create or choose a space to start adding contacts.' },
  contacts_one: '{{count}} contact',
  contacts_other: '{{count}} contacts',
  ofOwner: '{{owner}} · {{contacts}}',
  name: 'Name of the space',
  create: { action: 'New space', done: 'Space created' },
  rename: { action: 'Rename', done: 'Space renamed' },
  remove: {
    action: 'Delete space',
    question_one:
      'Delete the space “{{name}}”?\nThe space and its contact are deleted for good, and nobody in it can open it any more.',
    question_other:
      'Delete the space “{{name}}”?\nThe space and its {{count}} contacts are deleted for good, and nobody in it can open it any more.',
    done: 'Space deleted',
  },
  leave: {
    action: 'Leave space',
    question:
      'Leave the space “{{name}}”?\nYou will no longer see its contacts, and can come back only by a new invitation.',
    done: 'You have left the space',
  },
  of: '{{action}}: {{name}}',
  people: {
    title_one: 'Joined users ({{count}})',
    title_other: 'Joined users ({{count}})',
    you: 'You',
    remove: 'Remove',
    question: 'Remove “{{name}}” from the space?\nThey will no longer see its contacts.',
    removed: 'Removed from the space',
    joined: 'Joined {{at}}',
  },
  invite: {
    action: 'Invite user',
    name: 'Username, e-mail or sub-account name',
    help: 'They see the invitation when they log in. Once they accept, they join “{{name}}” and can view and edit its contacts.',
    send: 'Send invitation',
    done: 'The invitation is on its way. If there is such an account, its user is told; it stands for {{days}} days.',
    open_one: 'Waiting for an answer ({{count}})',
    open_other: 'Waiting for an answer ({{count}})',
    takeBack: 'Take back',
    takenBack: 'The invitation is taken back',
    sent: 'Sent {{at}}',
  },
  fans: {
    total: 'Contacts',
    newThisMonth: 'New this month',
    byStep: 'By sales stage',
    spaces: 'Work spaces',
    none: 'No work space yet. Once this member opens one and adds contacts, they are counted here.',
    open: 'Open the contacts of “{{name}}”',
    failed: 'The fan data could not be loaded',
  },
  sample: {
    note: 'These are samples: this server keeps no work spaces. They show what the page looks like; the buttons change nothing.',
    pressed: 'This is a sample. Nothing was changed.',
    tag: 'Sample',
    spaces: { mine: 'Latin America', shared: 'European retailers', child: 'South China' },
    contacts: {
      first: { title: 'Maria Souza', company: 'Souza Trading', tag: 'Regular' },
      second: { title: 'Thomas Weber', company: 'Weber Retail', tag: 'Trade fair' },
      third: { title: 'Ana Lopez', company: 'Northern Markets', tag: 'To answer' },
    },
    none: 'No sample contact fits.',
  },
  mine: {
    title_one: 'Invitations to you ({{count}})',
    title_other: 'Invitations to you ({{count}})',
    from: '{{owner}} invites you',
    accept: 'Join',
    decline: 'Decline',
    accepted: 'You are in the space “{{name}}” now',
    declined: 'Invitation declined',
  },
} satisfies Same<typeof zh>
