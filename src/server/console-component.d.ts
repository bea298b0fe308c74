/** Stands in the server's types for the components that a resource names and only the console loads. */
declare const component: never
export default component
export const NothingChosen: never
export const HeaderActions: never
export const Placeholder: never
