/** `npm run ledger:verify`: checks the whole ledger; exit code 1 if it finds a contradiction. */
import { withServerDatabase } from '#server/platform/db/operator-connection.ts'
import { verifyLedger } from '#server/features/ledger/reconciliation/verify-ledger.ts'
import { listReasons, readSettings } from '#server/platform/config/settings.ts'

try {
  const settings = readSettings(process.env)
  const contradictions = await withServerDatabase(settings, ({ db }) =>
    verifyLedger(db, settings.timeZone, (line) => void process.stdout.write(`${line}\n`)),
  )
  process.exitCode = contradictions > 0 ? 1 : 0
} catch (error) {
  process.stderr.write(`The ledger can’t be checked:\n  - ${listReasons(error).join('\n  - ')}\n`)
  process.exitCode = 2
}
