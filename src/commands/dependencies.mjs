/** Audits locked dependencies: sources, checksums, licences and known vulnerabilities. */
import { readFileSync } from 'node:fs'
import { npm } from './npm.mjs'

/** Licences that allow redistribution without copyleft on our code; OFL-1.1 is of fonts. */
const allowedLicences = new Set(
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 MPL-2.0 BlueOak-1.0.0 CC0-1.0 CC-BY-4.0 OFL-1.1 Python-2.0 PostgreSQL Unlicense Zlib'.split(
    ' ',
  ),
)
/** Licences that packages state in a file or in a former field only. */
const statedLicences = { 'node_modules/format': 'MIT', 'node_modules/png-js': 'MIT' }
/** SPDX expressions for invalid licence fields. */
const correctedLicences = { 'MIT,Apache2': '(MIT OR Apache-2.0)' }

/** Milliseconds until the registry request times out. */
const timeout = 20_000

const lockedPackages = Object.entries(
  JSON.parse(readFileSync('package-lock.json', 'utf8')).packages,
).filter(([path]) => path !== '')
const problems = [
  ...lockedPackages.flatMap(findOriginProblems),
  ...lockedPackages.flatMap(findLicenceProblems),
  ...findVulnerabilities(),
]

for (const sentence of problems) console.error(sentence)
console.log(
  `${lockedPackages.length} packages locked, ${problems.length === 0 ? 'nothing' : problems.length} to object to.`,
)
process.exit(problems.length === 0 ? 0 : 1)

/**
 * A registry URL would tie the lock to that registry; without a checksum any content would be
 * accepted.
 */
function findOriginProblems([path, { resolved, integrity, link, inBundle }]) {
  if (/^\w+:\/\//.test(resolved ?? ''))
    return [`${path} is locked to one registry: lock it with omit-lockfile-registry-resolved.`]
  return integrity || link || inBundle ? [] : [`${path} is locked without a checksum.`]
}

function findLicenceProblems([path, { license = statedLicences[path] ?? 'none' }]) {
  const expression = correctedLicences[license] ?? license
  const isAllowed = expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowedLicences.has(licence)))
  return isAllowed ? [] : [`${path} is under ${license}, which is not on the list of licences.`]
}

/**
 * Queries the registry with `npm audit`; a registry without it, or unreachable, skips the check.
 */
function findVulnerabilities() {
  const args = [
    'audit',
    '--json',
    '--package-lock-only',
    '--fetch-retries=0',
    `--fetch-timeout=${timeout}`,
  ]
  const { stdout, error } = npm(args, { encoding: 'utf8', timeout: 2 * timeout })
  const report = parseJson(stdout)
  if (!report?.metadata?.vulnerabilities) {
    console.log(
      `Advisories: skipped, the registry has no audit (${report?.statusCode ?? error?.code ?? 'no answer'}).`,
    )
    return []
  }
  const { low, moderate, high, critical } = report.metadata.vulnerabilities
  console.log(`Advisories: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low.`)
  return Object.values(report.vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(
      ({ name, severity, via }) =>
        `${name}: ${severity}: ${via.map((cause) => cause.title ?? cause).join('; ')}`,
    )
}

function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
