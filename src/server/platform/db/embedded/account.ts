/** OS account that PostgreSQL runs as: it refuses to run as root. */
import { readFileSync, statSync } from 'node:fs'

/** Undefined: the user of this process. */
export type Account = { uid: number; gid: number } | undefined

/** Under root, an existing cluster runs as its owner and a new one as `nobody`. */
export function accountFor(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody()
}

/** initdb looks up its user's name, so the uid must exist in /etc/passwd. */
function nobody(): Account {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (!line)
    throw new Error(
      'PostgreSQL refuses to run as root and this system has no user “nobody” to run it as. Start as an ordinary user, or set DATABASE_URL.',
    )
  return { uid: Number(line[1]), gid: Number(line[2]) }
}
