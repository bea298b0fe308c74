/** Mounts the calls of programs at the root, each group in its own shape. */
import type { Hono } from 'hono'
import { programContract, type ProgramContract } from '#contract/programs/contract.ts'
import { createKeyAuthenticator, type ProgramUser } from '#server/features/api-keys/index.ts'
import { createProgramAudience } from '#server/features/programs/audience.ts'
import { deeplFormat } from '#server/features/programs/deepl-format.ts'
import {
  getProgramUsage,
  listLanguageFeatures,
  listProgramLanguages,
  translateForProgram,
} from '#server/features/programs/deepl-handlers.ts'
import {
  downloadProgramDocument,
  getProgramDocument,
  uploadProgramDocument,
} from '#server/features/programs/document-handlers.ts'
import {
  changeGlossary,
  createGlossary,
  createMultilingualGlossary,
  getGlossary,
  getGlossaryEntries,
  getMultilingualGlossary,
  listGlossaries,
  listGlossaryPairs,
  listMultilingualGlossaries,
  readGlossaryDictionaries,
  removeGlossaryDictionary,
  removeProgramGlossary,
  replaceGlossaryDictionary,
} from '#server/features/programs/glossary-handlers.ts'
import { listLoggedTranslations } from '#server/features/programs/log-handlers.ts'
import { mountMcp } from '#server/features/programs/mount-mcp.ts'
import { mcpFormat } from '#server/features/programs/mcp-format.ts'
import { openaiFormat } from '#server/features/programs/openai-format.ts'
import {
  createCompletion,
  getModel,
  listModels,
} from '#server/features/programs/openai-handlers.ts'
import { ApiError } from '#server/http/errors.ts'
import { createRoutes, type HandlerTable } from '#server/http/handler.ts'
import { createCallLimits } from '#server/http/limits/call-limits.ts'
import type { AppEnv } from '#server/http/request-context.ts'
import { mountRoutes } from '#server/http/router.ts'
import type { WireFormat } from '#server/http/wire-format.ts'
import type { Dependencies } from '#server/dependencies.ts'

const handlers: HandlerTable<ProgramContract, ProgramUser> = {
  deepl: {
    translate: translateForProgram,
    usage: getProgramUsage,
    languages: listProgramLanguages,
    languageFeatures: listLanguageFeatures,
  },
  deeplDocuments: {
    upload: uploadProgramDocument,
    status: getProgramDocument,
    result: downloadProgramDocument,
  },
  deeplGlossaries: {
    pairs: listGlossaryPairs,
    create: createGlossary,
    list: listGlossaries,
    get: getGlossary,
    entries: getGlossaryEntries,
    remove: removeProgramGlossary,
    createMultilingual: createMultilingualGlossary,
    listMultilingual: listMultilingualGlossaries,
    getMultilingual: getMultilingualGlossary,
    change: changeGlossary,
    removeMultilingual: removeProgramGlossary,
    readDictionaries: readGlossaryDictionaries,
    replaceDictionary: replaceGlossaryDictionary,
    removeDictionary: removeGlossaryDictionary,
  },
  programLog: { translations: listLoggedTranslations },
  openai: { createCompletion, models: listModels, model: getModel },
}

export const programRoutes = createRoutes(programContract, handlers)

/** `versions`: first parts of the paths, below which unknown ones are answered in this shape. */
const shapes: readonly {
  groups: readonly (keyof ProgramContract)[]
  format: WireFormat
  versions: readonly string[]
}[] = [
  {
    groups: ['deepl', 'deeplDocuments', 'deeplGlossaries', 'programLog'],
    format: deeplFormat,
    versions: ['/v2', '/v3'],
  },
  { groups: ['openai'], format: openaiFormat, versions: ['/v1'] },
]

/** Mount before the pages, which answer any other path. */
export function mountPrograms(app: Hono<AppEnv>, deps: Dependencies): void {
  // One for all shapes: the keys in use are read together.
  const authenticateKey = createKeyAuthenticator(deps)
  const limits = createCallLimits({ ...deps.rates, ...deps.rates.programs }, deps.clock)
  for (const { groups, format, versions } of shapes) {
    const routes = programRoutes.filter((route) => groups.includes(route.group))
    mountRoutes(
      app,
      '',
      routes,
      deps,
      limits,
      createProgramAudience(authenticateKey, format, deps.clock),
    )
    for (const version of versions)
      app.all(`${version}/*`, (c) => {
        c.get('request').format = format
        throw new ApiError('notFound', { status: 404 })
      })
  }
  mountMcp(app, deps, limits, createProgramAudience(authenticateKey, mcpFormat, deps.clock))
}
