/** The side of the work space: the spaces one may see, invitations, and who is in the chosen space. */
import type { Same } from '#locales/words.ts'
import type { workspace as zh } from '#locales/zh/workspace.ts'

export const workspace = {
  label: 'Spaces and people',
  failed: 'The spaces could not be loaded',
  group: { owner: 'My spaces', member: 'Shared with me', main: 'Spaces of sub-accounts' },
  none: { owner: 'No space of your own yet. Open one to start adding contacts.' },
  contacts_one: '{{count}} contact',
  contacts_other: '{{count}} contacts',
  ofOwner: '{{owner}} · {{contacts}}',
  name: 'Name of the space',
  create: { action: 'New space', done: 'The space is open' },
  rename: { action: 'Rename', done: 'The space has a new name' },
  remove: {
    action: 'Delete space',
    question_one: 'Delete the space “{{name}}”?\nThe space and its contact are deleted for good, and nobody in it can open it any more.',
    question_other: 'Delete the space “{{name}}”?\nThe space and its {{count}} contacts are deleted for good, and nobody in it can open it any more.',
    done: 'The space is deleted',
  },
  leave: {
    action: 'Leave space',
    question: 'Leave the space “{{name}}”?\nYou will no longer see its contacts, and can come back only by a new invitation.',
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
    help: 'They find the invitation when they sign in. Once they accept, they join “{{name}}”, see its contacts and can change them.',
    send: 'Send invitation',
    done: 'The invitation is on its way. If there is such an account, its user is told; it stands for {{days}} days.',
    open_one: 'Waiting for an answer ({{count}})',
    open_other: 'Waiting for an answer ({{count}})',
    takeBack: 'Take back',
    takenBack: 'The invitation is taken back',
    sent: 'Sent {{at}}',
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
