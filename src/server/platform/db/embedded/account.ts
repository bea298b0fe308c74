/** Who PostgreSQL runs as: it refuses to run as root. */
import { readFileSync, statSync } from 'node:fs'

/** Undefined: as whoever runs this process. */
export type Account = { uid: number; gid: number } | undefined

/** Started by root, an existing cluster is run by its owner and a new one by `nobody`. */
export function accountFor(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody()
}

/** initdb asks the system for the name of its user, so the number must be a known one. */
function nobody(): Account {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (!line)
    throw new Error(
      'PostgreSQL refuses to run as root and this system has no user “nobody” to run it as. Start as an ordinary user, or set DATABASE_URL.',
    )
  return { uid: Number(line[1]), gid: Number(line[2]) }
}
