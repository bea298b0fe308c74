/** Operators for server tests, signed in with or without the sign-in page. */
import { operatorContract } from '#contract/operator/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorRoles, type OperatorRole } from '#contract/operator/roles.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { computeAuthToken } from '#contract/signing.ts'
import { replaceSecret } from '#server/features/identity/two-factor/stored-secrets.ts'
import { operatorKey } from '#server/features/operators/operator.ts'
import { hashToken } from '#server/http/signature.ts'
import { operators, operatorSessions } from '#server/schema.ts'
import { codeAt } from '#tests/support/actors/authenticator.ts'
import { password } from '#tests/support/actors/people.ts'
import { caller, type Caller, type Lang, type TestServer } from '#tests/support/server/server.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'
import type { NamedEndpoint } from '#tests/support/fuzz/endpoints.ts'

export const everyOperatorEndpoint: NamedEndpoint[] = Object.entries(operatorContract).flatMap(
  ([group, endpoints]) =>
    Object.entries<Endpoint>(endpoints).map(([name, endpoint]): NamedEndpoint => [
      `${group}.${name}`,
      endpoint,
    ]),
)

/** Authenticator secret of all operators. */
export const operatorSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

type TestOperator = { userId: string; email: string; name: string; role: OperatorRole }

let operatorCount = 0

/** Creates an operator with the common test password and authenticator secret. */
export async function addOperator(
  { services: { db, encryption, clock } }: Pick<TestServer, 'services'>,
  role: OperatorRole = 'admin',
): Promise<TestOperator> {
  const name = `${role} ${(operatorCount += 1)}`
  const email = `${role}-${operatorCount}@staff.example.com`
  const passwordHash = await testCrypto.hashPassword(password)
  const [row] = await db
    .insert(operators)
    .values({ email, name, role, passwordHash, createdAt: clock() })
    .returning()
  const { userId } = row!
  await replaceSecret(db, encryption, operatorKey(userId), operatorSecret, clock())
  return { userId, email, name, role }
}

/** Signed-in caller of an operator. Opens the session in the database. */
export async function operatorCaller(
  server: TestServer,
  { userId }: TestOperator,
  lang: Lang = 'en-US',
): Promise<Caller> {
  const { db, crypto, clock } = server.services
  const signer = { sk: crypto.random(32), userId }
  await db.insert(operatorSessions).values({
    tokenHash: hashToken(computeAuthToken(crypto.md5, signer), crypto),
    userId,
    ip: '10.1.1.1',
    createdAt: clock(),
    usedAt: clock(),
  })
  return caller(server, signer, lang)
}

/** Creates an operator and returns its signed-in caller. */
export const newOperator = async (
  server: TestServer,
  role: OperatorRole = 'admin',
): Promise<Caller & { operator: TestOperator }> => {
  const operator = await addOperator(server, role)
  return { ...(await operatorCaller(server, operator)), operator }
}

/** Creates an operator of each role and returns their signed-in callers. */
export const operatorsOfEachRole = async (server: TestServer) =>
  Object.fromEntries(
    await Promise.all(
      operatorRoles.map(async (role) => [role, await newOperator(server, role)] as const),
    ),
  ) as Record<OperatorRole, Awaited<ReturnType<typeof newOperator>>>

/** Signs in through the API, with the code of the server's present time. */
export const signInOperator = (
  server: TestServer,
  { email }: Pick<TestOperator, 'email'>,
  overrides: { password?: string; code?: string } = {},
) =>
  caller(server, null).call(operatorSession.signIn, {
    email,
    password,
    code: codeAt(operatorSecret, server.now()),
    ...overrides,
  })
