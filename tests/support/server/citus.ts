/** A Citus cluster of three machines for the tests, where Citus is installed. */
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/** Folders of clusters begin with this and the id of the process that started them. */
export const citusPrefix = 'yq-citus-'
const script = 'deploy/citus/trial-cluster.sh'
/** Name of the database that the script makes. */
const made = 'yiqiao'

/** URL of each machine's database `postgres`, the coordinator's first. */
export type Machines = readonly string[]

export const machinesOf = (text: string): Machines => JSON.parse(text) as Machines

/** Starts the cluster with an empty database of that name on each machine. */
export async function startCitus(folder: string, database: string) {
  const output = execFileSync(script, ['start', folder], { encoding: 'utf8' })
  const address = /^DATABASE_URL=(\S+)$/m.exec(output)![1]!.replace(`/${made}?`, '/postgres?')
  const { rows } = await query(
    databaseAt(address, made),
    'select nodeport as port from pg_dist_node order by groupid',
  )
  const machines = rows.map(({ port }) => address.replace(/port=\d+/, `port=${port}`))
  await free(machines, made)
  await runOnAll(machines, 'postgres', `alter database ${made} rename to ${database}`)
  return {
    machines,
    url: (name: string) => databaseAt(address, name),
    /** Afterwards nobody connects to it, so that it can be copied. */
    closeTemplate: async (name: string) => {
      await runOnAll(machines, 'postgres', `alter database ${name} allow_connections false`)
      await free(machines, name)
    },
  }
}

export const stopCitus = (folder: string): void => void execFileSync(script, ['stop', folder])

/** Removes what a killed run has left, which another run may be removing too. */
export function removeCitus(folder: string): void {
  try {
    if (existsSync(join(folder, 'coordinator'))) stopCitus(folder)
  } catch {
    // The other run has removed it, or will.
  }
  rmSync(folder, { recursive: true, force: true })
}

/** Ends what is connected to a database: Citus keeps a process in each. */
const free = (machines: Machines, database: string): Promise<void> =>
  runOnAll(
    machines,
    'postgres',
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
  )

/** Copies a database on every machine that has it: together the copies are split like it. */
export async function copyOnAll(all: Machines, from: string, to: string): Promise<void> {
  const has = await Promise.all(
    all.map((machine) => query(machine, `select from pg_database where datname = '${from}'`)),
  )
  const machines = all.filter((_, at) => has[at]!.rows.length > 0)
  await free(machines, from)
  await runOnAll(machines, 'postgres', `create database ${to} template ${from}`)
  const { rows } = await query(
    machines[0]!,
    `select unnest(setconfig) as setting from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase where d.datname = '${from}'`,
  )
  for (const { setting } of rows) {
    const [, name, value] = /^([\w.]+)=(.*)$/.exec(String(setting))!
    await runOnAll(machines, 'postgres', `alter database ${to} set ${name} = '${value}'`)
  }
}

export async function runOnAll(machines: Machines, database: string, text: string): Promise<void> {
  await Promise.all(machines.map((machine) => query(databaseAt(machine, database), text)))
}

const databaseAt = (address: string, name: string) => address.replace('/postgres?', `/${name}?`)

async function query(url: string, text: string): Promise<{ rows: Record<string, unknown>[] }> {
  const client = new Client(url)
  await client.connect()
  try {
    return await client.query<Record<string, unknown>>(text)
  } finally {
    await client.end()
  }
}
