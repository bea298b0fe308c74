/** Statements of the demo: at least two closed months, which add up to its ledger. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { closeAllMonths } from '#server/features/statements/close-months.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { statements } from '#server/schema.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'

const server = await serverWithCatalogue()

test('the demo has at least two closed months, which add up to its ledger', async () => {
  const { db } = server.database
  const now = new Date(server.now())
  await seedDemo(db, {
    now,
    hashPassword: testCrypto.hashPassword,
    sha256: testCrypto.sha256,
    busy: 0.2,
  })
  await closeAllMonths(server.services, 'Asia/Shanghai')
  const closed = await db.select().from(statements).where(eq(statements.userId, '0'))
  expect(new Set(closed.map(({ month }) => month)).size).toBeGreaterThanOrEqual(2)
  expect(closed.some(({ paidCents }) => paidCents > 0)).toBe(true)
  expect(await discrepancies(db)).toEqual([])
})
