/** Server process without rate limits; replies to a message with its processor time. */
import { unlimitedRates } from '#server/http/limits/call-limits.ts'
import { startServer } from '#server/start.ts'

const { address, stop } = await startServer(
  process.env,
  () => process.exit(1),
  undefined,
  unlimitedRates,
)
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('disconnect', () => void stop().finally(() => process.exit(0)))
process.send?.(Number(new URL(address).port))
