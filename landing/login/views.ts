/**
 * The two views of the login page (2.5): each leads to the other and keeps what the address says
 * besides.
 */

/** Invitation, where to go afterwards, and whatever else stands in the address go along. */
export function viewLink(type: '1' | '2'): string {
  const query = new URLSearchParams(location.search)
  query.set('type', type)
  return `/login?${query.toString()}`
}

/** Where the tab keeps the e-mail that was just registered, until its owner has logged in. */
export const registeredKey = 'registered'
/** Where the tab keeps the reason why the invitation brought no reward, as long as the former. */
export const rewardRefusedKey = 'rewardRefused'
