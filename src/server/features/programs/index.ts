/** What other features may use of programs. */
export { mountPrograms, programRoutes } from './mount-programs.ts'
