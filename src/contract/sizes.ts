/** Sizes of page elements. Separate from `limits.ts`, which the login page loads. */

/** CSS pixels (spec 9.4, 9.5, 2.30). */
export const sizes = {
  phone: 768,
  table: 556,
  drawer: 450,
  modal: 850,
  payCode: 200,
  contactCode: 160,
  contactPicture: { side: 800, foot: 400, page: 300 },
} as const
