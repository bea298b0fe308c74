/**
 * Subjects of mutation testing: files that decide about money, access and input, and the test files
 * that judge them.
 */
export const subjects = {
  ledger: {
    mutate: [
      'src/server/features/ledger/*.ts',
      'src/server/features/ledger/{reservations,transfers}/*.ts',
    ],
    tests: [
      'tests/server/{account-log,concurrent-debits,consumption,distribution,ledger-corners,ledger-model,low-balance,transactions}.test.ts',
    ],
  },
  payments: {
    mutate: [
      'src/server/features/orders/payment/{apply-status,close-order,credit-order,settle-payment}.ts',
    ],
    tests: [
      'tests/server/orders/*.test.ts',
      'tests/server/payment/*.test.ts',
      'tests/server/{channel-change,channel-change-races,consumption,deployment}.test.ts',
      'tests/server/{cancellation/orders,webhooks/events}.test.ts',
      'tests/server/operators/{bill-closing,unmatched-payments}.test.ts',
    ],
  },
  sessions: {
    mutate: ['src/server/features/identity/sessions/*.ts'],
    tests: [
      'tests/server/{cleanup-job,sessions,sign-in,signing,statement-counts,sub-account-history}.test.ts',
      'tests/server/{sub-accounts,suspension,tampering,two-factor}.test.ts',
      'tests/server/operators/{support-view-session,support-views}.test.ts',
    ],
  },
  rules: {
    mutate: [
      'src/contract/{one-line-text,query,read-query,signing,tags,sorting,business-limits}.ts',
    ],
    tests: ['tests/contract/*.test.ts', 'tests/server/{signing,one-line-names}.test.ts'],
  },
  collections: {
    mutate: [
      'src/server/features/collections/*.ts',
      'src/contract/{collection,collection-calls}.ts',
    ],
    tests: ['tests/server/collections/*.test.ts', 'tests/contract/collection.test.ts'],
  },
}
