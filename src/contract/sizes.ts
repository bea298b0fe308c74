/** Sizes of page elements. Separate from `limits.ts`, which the login page loads. */

/** CSS pixels (spec 9.5). */
export const sizes = {
  /** Widest viewport that counts as a phone; style sheets repeat it in their media queries. */
  phone: 768,
  /** QR codes of payments, invitations and authenticators. */
  payCode: 200,
  /** QR codes of support contacts, as shown. */
  contactCode: 160,
  /** Images of these codes, as requested for the side bar, the footer and the contact page. */
  contactPicture: { side: 800, foot: 400, page: 300 },
} as const
