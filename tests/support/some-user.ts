/** Sample main account as returned by the API. */
import type { User } from '#contract/users.ts'

export const sampleUser = (userId: string): User => ({
  userId,
  nickname: '小桥',
  account: 'demo@example.com',
  username: 'demo',
  autoDistribution: 0,
  registerDateTime: '2026-01-01 08:00:00',
  enabled: 1,
  createChildUser: 1,
  memberAccount: {
    usableCharNum: 10_000,
    usableVoiceNum: 0,
    usableImageNum: 0,
    usedCharTotal: 0,
    rechargeAmountTotal: 0,
  },
})
