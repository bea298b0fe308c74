/** Props of the client-rendered public pages. */

/** `open` navigates within the site without a document load. */
export type PageProps = { open: (to: string) => void }
