/** Server process that charges translations without calling an engine. */
import { chargeTranslation } from '#tests/support/server/charge-translation.ts'
import type { Handlers } from '#server/http/handler.ts'
import { handlers } from '#server/handlers.ts'
import { unlimitedRates } from '#server/http/limits/call-limits.ts'
import { startServer } from '#server/start.ts'

const text: Handlers['translation']['text'] = async (
  { source, target, text: sourceText },
  { db, me, ip, settings, clock },
) => {
  const { ownerId, userId } = me
  await chargeTranslation(
    db,
    { ownerId, userId, chars: [...sourceText].length, ip, clientType: 'web', source, target },
    settings.timeZone,
    clock(),
  )
  return { translated: sourceText }
}

const running = await startServer(
  process.env,
  () => process.exit(1),
  { ...handlers, translation: { ...handlers.translation, text } },
  unlimitedRates,
)
running.log.info('listening', { address: running.address })
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
