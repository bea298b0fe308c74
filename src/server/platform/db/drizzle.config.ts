/** Configuration of `npm run db:generate`, which generates migrations from the tables. */
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/server/schema.ts', './src/server/collection-tables.cjs'],
  out: './src/server/platform/db/migrations',
  casing: 'snake_case',
  migrations: { prefix: 'timestamp' },
})
