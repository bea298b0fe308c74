/** English version of `zh/workspace.ts`. */
import type { Same } from '#locales/words.ts'
import type { workspace as zh } from '#locales/zh/workspace.ts'

export const workspace = {
  label: 'Spaces and members',
  failed: 'Couldn’t load the spaces',
  group: { owner: 'My spaces', member: 'Shared with me', main: 'Spaces of sub-accounts' },
  none: { owner: 'No spaces of your own yet', title: 'Create a space to start adding contacts' },
  contacts_one: '{{count}} contact',
  contacts_other: '{{count}} contacts',
  ofOwner: '{{owner}} · {{contacts}}',
  name: 'Space name',
  create: { action: 'New space', done: 'Space created' },
  rename: { action: 'Rename', done: 'Space renamed' },
  remove: {
    action: 'Delete space',
    question_one:
      'Delete the space “{{name}}”?\nThe space and its contact are deleted permanently, and no one can open it any more.',
    question_other:
      'Delete the space “{{name}}”?\nThe space and its {{count}} contacts are deleted permanently, and no one can open it any more.',
    done: 'Space deleted',
  },
  leave: {
    action: 'Leave space',
    question:
      'Leave the space “{{name}}”?\nYou will no longer see its contacts, and need a new invitation to come back.',
    done: 'You have left the space',
  },
  of: '{{action}}: {{name}}',
  people: {
    title_one: 'Members ({{count}})',
    title_other: 'Members ({{count}})',
    you: 'You',
    remove: 'Remove',
    question: 'Remove “{{name}}” from the space?\nThey will no longer see its contacts.',
    removed: 'Removed from the space',
    joined: 'Joined {{at}}',
  },
  invite: {
    action: 'Invite user',
    name: 'Username, email or sub-account name',
    help: 'They see the invitation when they log in. Once they accept, they join “{{name}}” and can view and edit its contacts.',
    send: 'Send invitation',
    done: 'Invitation sent. If the account exists, its user is notified. The invitation is valid for {{days}} days.',
    open_one: 'Pending invitations ({{count}})',
    open_other: 'Pending invitations ({{count}})',
    takeBack: 'Withdraw',
    takenBack: 'Invitation withdrawn',
    sent: 'Sent {{at}}',
  },
  fans: {
    total: 'Contacts',
    newThisMonth: 'New this month',
    byStep: 'By sales stage',
    spaces: 'Spaces',
    none: 'No spaces yet. Contacts are counted here once this sub-account creates a space and adds some.',
    open: 'Open contacts of “{{name}}”',
    failed: 'Couldn’t load the fan data',
  },
  sample: {
    note: 'This is sample data, because the server has no workspace. The buttons change nothing.',
    pressed: 'This is sample data. Nothing was changed.',
    tag: 'Sample',
    spaces: { mine: 'Latin America', shared: 'European retailers', child: 'South China' },
    contacts: {
      first: { title: 'Maria Souza', company: 'Souza Trading', tag: 'Regular' },
      second: { title: 'Thomas Weber', company: 'Weber Retail', tag: 'Trade fair' },
      third: { title: 'Ana Lopez', company: 'Northern Markets', tag: 'Needs reply' },
    },
    none: 'No sample contact matches.',
  },
  mine: {
    title_one: 'Invitations to you ({{count}})',
    title_other: 'Invitations to you ({{count}})',
    from: 'Invited by {{owner}}',
    accept: 'Join',
    decline: 'Decline',
    accepted: 'You have joined the space “{{name}}”',
    declined: 'Invitation declined',
  },
} satisfies Same<typeof zh>
