/** The console's own words, in English: shell, what Refine itself says. */
import { overviewWords } from '#locales/en/overview.ts'
import type { Same } from '#locales/words.ts'
import type { consoleWords as zh } from '#locales/zh/console.ts'

export const consoleWords = {
  shell: {
    skip: 'Skip to content',
    brand: '{{product}} home page',
    menu: 'Main menu',
    showMenu: 'Expand menu',
    hideMenu: 'Collapse menu',
    place: 'You are here',
    account: 'Account menu',
    otherLanguage: '中文',
    userCentre: 'User centre',
    signOut: 'Log out',
    theme: { title: 'Appearance', light: 'Light', dark: 'Dark', system: 'System' },
    offline:
      'You are offline. You can still read this page; it updates when the connection is back.',
    loading: 'Loading',
    toOverview: 'Back to overview',
    toHome: 'Back to the home page',
    retry: 'Try again',
    reload: 'Reload the page',
  },
  tabs: { account: 'Account and security' },
  groups: { memberCentre: 'Member centre', functions: 'Functions' },
  toast: { region: 'Notifications', close: 'Close notification', undo: 'Undo' },
  copy: {
    of: 'Copy {{what}}',
    done: 'Copied',
    failed: 'Copying failed. Select the text and copy it by hand',
  },
  phone: {
    title: 'Please log in on a PC to use this function',
    help: 'Send the link below to your computer and open it there.',
    copyLink: 'Copy link',
  },
  refused: {
    title: 'This page is for main accounts',
    help: 'Sub-accounts have no access here. Ask the holder of your main account.',
  },
  notBuilt: {
    title: 'Not available in this version',
    help: 'Once it is, you will find it in the menu on the left. This address stays the same.',
  },
  crashed: {
    title: 'This page failed',
    help: 'It could not be shown. Nothing you saved is affected. Try again. If it still fails, reload the page or contact support.',
    helpWithId:
      'It could not be shown. Nothing you saved is affected. Try again. If it still fails, give support the request ID below.',
    outdated: 'There is a new version of this page',
    outdatedHelp: 'Reload to carry on. Nothing you saved is affected.',
  },
  exit: {
    title: 'Logout successful',
    help_one: 'Taking you to the home page in {{count}} second.',
    help_other: 'Taking you to the home page in {{count}} seconds.',
    now: 'Go there now',
    again: 'Log in again',
  },
  overview: overviewWords,
  refine: {
    actions: { list: 'List', create: 'New', edit: 'Edit', show: 'View', clone: 'Duplicate' },
    buttons: {
      cancel: 'Cancel',
      clear: 'Clear',
      clone: 'Duplicate',
      confirm: 'Are you sure?',
      create: 'New',
      delete: 'Delete',
      edit: 'Edit',
      export: 'Export',
      filter: 'Filter',
      import: 'Import',
      list: 'List',
      logout: 'Log out',
      notAccessTitle: 'You have no access to this',
      refresh: 'Refresh',
      save: 'Save',
      show: 'View',
    },
    notifications: {
      success: 'Done',
      error: 'The request failed (status {{statusCode}})',
      createSuccess: '{{resource}}: created',
      createError: '{{resource}}: could not be created (status {{statusCode}})',
      editSuccess: '{{resource}}: changed',
      editError: '{{resource}}: could not be changed (status {{statusCode}})',
      deleteSuccess: '{{resource}}: deleted',
      deleteError: '{{resource}}: could not be deleted (status {{statusCode}})',
      importProgress: 'Importing: {{processed}}/{{total}}',
      undoable: 'You can undo this for {{seconds}} seconds',
    },
    autoSave: {
      success: 'Saved',
      error: 'Saving failed',
      loading: 'Saving',
      idle: 'Waiting for changes',
    },
    warnWhenUnsavedChanges: 'You have changes that are not saved. Leave anyway?',
  },
} satisfies Same<typeof zh>
