/** The English of `zh/joining.ts`. */
import type { joining as zh } from '#locales/zh/joining.ts'
import type { Same } from '#locales/words.ts'

export const joining = {
  code: {
    send: 'Send code',
    sending: 'Sending…',
    wait: 'Resend in {{seconds}} s',
    later: 'Resend in {{time}}',
    sent: 'The code was sent. Please check your mailbox',
  },
  register: {
    trial: 'Includes a free trial: {{characters}} characters, good for {{days}} days.',
    invite:
      'You were invited with the code {{code}}. If it is valid, you get {{characters}} characters more.',
    inviteLimits:
      'Each person is rewarded once. There is no reward for a second account from one browser within {{browserDays}} days, or after {{network}} rewards in one network or {{inviter}} from one inviter in a day.',
    optional: '{{field}} (optional)',
    usernameHelp: 'Letters, digits or Chinese; a letter first',
    asking: 'Checking…',
    free: 'Available',
    emailTaken: 'Email is already taken',
    agree: 'I have read and accept the',
    agreeFirst: 'Please confirm the Terms of Service and User Agreement',
    submit: 'Register',
    busy: 'Registering…',
    known: 'Have an account already?',
    toLogin: 'Log in',
  },
  secondStep: {
    title: 'Two-step verification',
    app: {
      help: 'The password is right. Now open the authenticator app on your phone and enter the six digits that it shows.',
      label: 'Code',
      empty: 'Please enter the code',
      other: 'Phone not at hand? Use a recovery code',
    },
    recovery: {
      help: 'Enter one of the recovery codes that you saved. Each works once.',
      label: 'Recovery code',
      empty: 'Please enter a recovery code',
      other: 'Use a code of the authenticator app',
    },
    submit: 'Verify and log in',
    busy: 'Verifying…',
    back: 'Back, log in with another account',
  },
  reset: {
    title: 'Reset your password',
    steps: 'Steps',
    step: { name: 'Your account', password: 'New password', done: 'Done' },
    nameHelp:
      'We mail a code to this account. Sub-accounts have no e-mail: ask the main account to reset the password under “Sub-accounts”.',
    to: 'The code goes to {{email}}',
    sentTo: 'The code was sent to {{email}}. It is good for {{minutes}} minutes.',
    unknown: 'This account is not registered',
    password: 'New password',
    previous: 'Previous',
    next: 'Next',
    close: 'Close',
    busy: 'One moment…',
    success: 'Password reset successful',
    successHelp: 'You have been logged out everywhere. Log in with the new password.',
  },
} satisfies Same<typeof zh>
