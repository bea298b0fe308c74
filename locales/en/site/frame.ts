/** English version of `zh/site/frame.ts`. */
import type { frame as zh } from '#locales/zh/site/frame.ts'
import type { Same } from '#locales/words.ts'

export const frame = {
  trade: '{{product}} chat translation',
  nav: {
    main: 'Main',
    skip: 'Skip to content',
    menu: 'Menu',
    home: 'Home',
    price: 'Pricing',
    useDoc: 'Docs',
    download: 'Download',
    contactUs: 'Contact us',
    aboutUs: 'About us',
    terms: 'User service agreement',
    privacy: 'Privacy policy',
    login: 'Log in',
    register: 'Register',
    console: 'User centre',
    theme: 'Switch between light and dark',
  },
  account: {
    menu: 'Account menu',
    password: 'Change password',
    exit: 'Log out',
    signedIn: 'Login successful',
    signedOut: 'Logout successful',
    understood: 'Got it',
    notice: 'Notification',
  },
  side: {
    label: 'Quick help',
    preSale: 'Sales',
    afterSale: 'Support',
    freeTest: 'Free trial',
    validate: 'Verify a contact',
  },
  foot: {
    contact: 'Scan to chat with us',
    contactText:
      'Questions? Ask our sales team. You can verify that an account is ours before you add it.',
    product: 'Product',
    help: 'Help',
    company: 'Company',
    terms: 'For users aged {{minimumAge}} or older, in mainland China. Prices are in RMB.',
    copyright: '© {{year}} {{owner}}. All rights reserved.',
    filing: 'Website filing record (MIIT of China)',
  },
  quota: { months_one: '{{amount}} month', months_other: '{{amount}} months' },
  platforms: { WeChat: 'WeChat' },
  contacts: {
    code: '{{platform}} QR code: {{account}}',
    open: 'Open {{platform}}',
    none: 'Couldn’t load the contacts. Please refresh the page later.',
  },
  validate: {
    title: 'Verify a contact',
    why: 'Impostors pose as our staff to take payments or passwords. Before you add or pay anyone, check their account here.',
    platform: 'Platform',
    account: 'Their account',
    accountHint:
      'Exactly as shown in their profile, such as a WeChat ID or a phone number with country code.',
    choose: 'Choose a platform',
    submit: 'Verify',
    busy: 'Verifying…',
    yes: 'Verified',
    yesText: 'The {{platform}} account “{{account}}” is one of ours. You can safely get in touch.',
    no: 'Not verified',
    noText: 'Attention: This account has not been verified, please proceed with caution!',
    noMore:
      'The {{platform}} account “{{account}}” is not one of ours. Don’t pay, and never share a password or a verification code.',
    failed:
      'Verification is not available right now. Please try again later, and don’t pay until the account is verified.',
    again: 'Verify another',
    close: 'Close',
    script: 'Verification needs JavaScript.',
  },
  slides: {
    kind: 'carousel',
    previous: 'Previous',
    next: 'Next',
    pause: 'Pause autoplay',
    at: 'Slide {{number}} of {{count}}',
  },
} satisfies Same<typeof zh>
