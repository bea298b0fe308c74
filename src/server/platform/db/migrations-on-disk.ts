/** Reads the migrations from their folder; a bundle includes them as data instead. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Migration } from './migrate.ts'

const folder = new URL('./migrations/', import.meta.url)

export function migrationsOnDisk(): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => ({
      name: file.slice(0, -'.sql'.length),
      sql: readFileSync(new URL(file, folder), 'utf8'),
    }))
}
