/** Session storage key of the user whom a link signed in, until the notice about it is closed. */
export const linkNoticeKey = 'linkNotice'
