/** English version of `zh/joining.ts`. */
import type { joining as zh } from '#locales/zh/joining.ts'
import type { Same } from '#locales/words.ts'

export const joining = {
  code: {
    send: 'Send code',
    sending: 'Sending…',
    wait: 'Resend in {{seconds}} s',
    later: 'Resend in {{time}}',
    sent: 'Code sent. Please check your inbox',
  },
  register: {
    trial: 'Includes {{characters}} free characters for {{days}} days.',
    invite:
      'You were invited with the code {{code}}. If it is valid, you get {{characters}} extra characters.',
    inviteLimits:
      'One reward per person. No reward for a second account from the same browser within {{browserDays}} days, or after {{network}} rewards per network or {{inviter}} per inviter in a day.',
    optional: '{{field}} (optional)',
    usernameHelp: 'Letters, digits, Chinese; starts with a letter',
    asking: 'Checking…',
    free: 'Available',
    emailTaken: 'Email is already taken',
    agree: 'I have read and agree to the',
    agreeFirst: 'Please confirm the Terms of Service and User Agreement',
    submit: 'Register',
    busy: 'Registering…',
    known: 'Already have an account?',
    toLogin: 'Log in',
  },
  secondStep: {
    title: 'Two-step verification',
    app: {
      help: 'Your password is correct. Now open the authenticator app on your phone and enter the {{appCodeDigits}}-digit code it shows.',
      label: 'Code',
      empty: 'Please enter the code',
      other: 'Phone not at hand? Use a recovery code',
    },
    recovery: {
      help: 'Enter one of your recovery codes. Each code works once.',
      label: 'Recovery code',
      empty: 'Please enter a recovery code',
      other: 'Use a code from the authenticator app',
    },
    submit: 'Verify and log in',
    busy: 'Verifying…',
    back: 'Back to login with another account',
  },
  reset: {
    title: 'Reset your password',
    steps: 'Steps',
    step: { name: 'Your account', password: 'New password', done: 'Done' },
    nameHelp:
      'We email a code to this account. Sub-accounts have no email: ask the main account to reset the password under “Sub-accounts”.',
    to: 'The code goes to {{email}}',
    sentTo: 'The code was sent to {{email}}. It is valid for {{minutes}} minutes.',
    unknown: 'This account is not registered',
    password: 'New password',
    previous: 'Previous',
    next: 'Next',
    close: 'Close',
    unsaved: 'Your password isn’t reset yet. Close anyway?',
    discard: 'Discard entries',
    keep: 'Keep editing',
    busy: 'One moment…',
    success: 'Password reset successful',
    successHelp: 'You have been logged out everywhere. Log in with the new password.',
  },
} satisfies Same<typeof zh>
