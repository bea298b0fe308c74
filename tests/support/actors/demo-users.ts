/** Signed-in callers of the demo accounts, for servers with the demo data. */
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { signIn, type Caller, type Lang, type TestServer } from '#tests/support/server/server.ts'

export const signInDemo = (
  target: Pick<TestServer, 'api' | 'now'>,
  account: string = demoAccounts.demo,
  lang: Lang = 'en-US',
): Promise<Caller> => signIn(target, account, lang, demoPassword)
