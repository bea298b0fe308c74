/** Startup banner with the address and the demo accounts. */
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'

export const greeting = (address: string) => `
  ${address}

  Demo accounts, all with the password ${demoPassword}:
    ${demoAccounts.demo}     main account, billed by characters, 26 sub-accounts
    ${demoAccounts.monthly}  main account, billed by time
    ${demoAccounts.demosub}              sub-account of demo
    ${demoAccounts.freeuser}     new account in the free test

  Ctrl-C stops it.
`
