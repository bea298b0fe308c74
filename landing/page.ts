/** What each page that needs a script is given. */

/** `open` goes to another page of this site without loading the document again. */
export type PageProps = { open: (to: string) => void }
