/** A Citus cluster of three machines for the tests, where Citus is installed. */
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/** Prefix of cluster folders, followed by the id of the process that started the cluster. */
export const citusPrefix = 'yq-citus-'
const script = 'deploy/citus/trial-cluster.sh'
/** Name of the database that the script creates. */
const scriptDatabase = 'yiqiao'

/** URL of each machine's database `postgres`, the coordinator's first. */
export type Machines = readonly string[]

export const machinesOf = (text: string): Machines => JSON.parse(text) as Machines

/** Starts the cluster with an empty database of the given name on each machine. */
export async function startCitus(folder: string, database: string) {
  const output = execFileSync(script, ['start', folder], { encoding: 'utf8' })
  const address = /^DATABASE_URL=(\S+)$/m
    .exec(output)![1]!
    .replace(`/${scriptDatabase}?`, '/postgres?')
  const { rows } = await query(
    databaseAt(address, scriptDatabase),
    'select nodeport as port from pg_dist_node order by groupid',
  )
  const machines = rows.map(({ port }) => address.replace(/port=\d+/, `port=${port}`))
  await disconnectClients(machines, scriptDatabase)
  await runOnAll(machines, 'postgres', `alter database ${scriptDatabase} rename to ${database}`)
  return {
    machines,
    url: (name: string) => databaseAt(address, name),
    /** Refuses further connections, so that the database can be copied. */
    closeTemplate: async (name: string) => {
      await runOnAll(machines, 'postgres', `alter database ${name} allow_connections false`)
      await disconnectClients(machines, name)
    },
  }
}

/** Creates an empty database on every machine, as a cluster of its own. */
export async function createOnAll(machines: Machines, name: string): Promise<void> {
  await runOnAll(machines, 'postgres', `create database ${name}`)
  await runOnAll(machines, name, 'create extension citus')
  const nodes = machines.map((machine) => {
    const { searchParams } = new URL(machine.replace('@/', '@localhost/'))
    return `'${searchParams.get('host')}', ${searchParams.get('port')}`
  })
  const coordinator = databaseAt(machines[0]!, name)
  await query(coordinator, `select citus_set_coordinator_host(${nodes[0]})`)
  for (const node of nodes.slice(1)) await query(coordinator, `select citus_add_node(${node})`)
}

export const stopCitus = (folder: string): void => void execFileSync(script, ['stop', folder])

/** Stops and removes the cluster of a killed run. Another run may be doing the same. */
export function removeCitus(folder: string): void {
  try {
    if (existsSync(join(folder, 'coordinator'))) stopCitus(folder)
  } catch {
    // Another run stopped it.
  }
  rmSync(folder, { recursive: true, force: true })
}

/** Ends all connections to a database, including those that Citus keeps open. */
const disconnectClients = (machines: Machines, database: string): Promise<void> =>
  runOnAll(
    machines,
    'postgres',
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
  )

/** Copies a database on every machine that has it. The copies are distributed like the original. */
export async function copyOnAll(allMachines: Machines, from: string, to: string): Promise<void> {
  const found = await Promise.all(
    allMachines.map((machine) =>
      query(machine, `select from pg_database where datname = '${from}'`),
    ),
  )
  const machines = allMachines.filter((_, at) => found[at]!.rows.length > 0)
  await disconnectClients(machines, from)
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
