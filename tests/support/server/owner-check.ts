/** Finds statements that a database split by owner refuses or has to send to every machine. */
import { loadModule, parseSync } from 'libpg-query'

/** Columns of each tenant table: a table that is split by owner. */
export type TenantTables = ReadonlyMap<string, readonly string[]>

/** A node of libpg-query's syntax tree, as `{ SelectStmt: { … } }` or its content. */
type Node = { readonly [key: string]: unknown }

/** Column of a result, and whether the statement's parameters fix its value. */
type Output = { name: string; isFixed: boolean }
type CommonTables = ReadonlyMap<string, readonly Output[]>

type Source = {
  alias: string
  outputs: readonly Output[]
  tenant: string | undefined
  isSubquery?: boolean
}
type Scope = {
  sources: Source[]
  /** Columns as `alias.column` whose value the parameters fix. */
  fixed: Set<string>
  outer: Scope | undefined
}
/** `a = b`; `only` limits what it fixes to the sources that an outer join restricts. */
type Equality = { a: Node; b: Node; only: ReadonlySet<string> | undefined }

/** The column by which tenant tables are split. */
const splitColumn = 'owner_id'

/** Loads the parser; call it once before `tablesWithoutOwner`. */
export const loadParser = loadModule

/**
 * Names of the tenant tables that are neither compared with a fixed owner nor joined by it; empty
 * if there are none. Throws an Error if the text is no SQL.
 */
export const tablesWithoutOwner = (text: string, tenants: TenantTables): string[] =>
  inspect(text, tenants, false).missing

/**
 * Reasons why Citus refuses a statement of several owners: tenant tables that are joined otherwise
 * than by owner, also in a subquery that depends on the outer row, and row locks.
 */
export function refusedAcrossOwners(text: string, tenants: TenantTables): string[] {
  const { missing, locked } = inspect(text, tenants, true)
  return [
    ...missing.map((table) => `it joins ${table} otherwise than by owner_id`),
    ...locked.map((table) => `it locks rows of ${table}`),
  ]
}

/** `isAcross`: each query may concern all owners of its first tenant table. */
function inspect(text: string, tenants: TenantTables, isAcross: boolean) {
  const missing: string[] = []
  const locked: string[] = []

  /** Checks one query of any kind and returns its result columns. */
  function checkQuery(query: Node, outer: Scope | undefined, commonTables: CommonTables): Output[] {
    const [kind, body] = Object.entries(query)[0] as [string, Node]
    const check = {
      SelectStmt: select,
      InsertStmt: insert,
      UpdateStmt: change,
      DeleteStmt: change,
    }[kind]
    return check ? check(body, outer, withCommonTables(body, outer, commonTables)) : []
  }

  function withCommonTables(body: Node, outer: Scope | undefined, commonTables: CommonTables) {
    const found = new Map(commonTables)
    for (const { CommonTableExpr: table } of list((body['withClause'] as Node)?.['ctes'])) {
      const { ctename, ctequery, aliascolnames } = table as Node
      const outputs = checkQuery(ctequery as Node, outer, found)
      found.set(String(ctename), renamed(outputs, aliascolnames))
    }
    return found
  }

  function select(body: Node, outer: Scope | undefined, commonTables: CommonTables): Output[] {
    if (body['larg']) {
      const [left, right] = ['larg', 'rarg'].map((side) => {
        const arm = body[side] as Node
        return select(arm, outer, withCommonTables(arm, outer, commonTables))
      }) as [Output[], Output[]]
      return left.map(({ name, isFixed }, at) => ({
        name,
        isFixed: isFixed && right[at]?.isFixed === true,
      }))
    }
    const scope = scopeOf(body, list(body['fromClause']), outer, commonTables)
    checkSubqueries(body, scope, commonTables)
    const rows = list(body['valuesLists']).map((row) => list((row['List'] as Node)['items']))
    if (rows.length === 0) return outputsOf(list(body['targetList']), scope)
    return rows[0]!.map((value, at) => ({
      name: `column${at + 1}`,
      isFixed: rows.length === 1 && isFixed(value, scope),
    }))
  }

  function insert(body: Node, outer: Scope | undefined, commonTables: CommonTables): Output[] {
    const target = sourceOf({ RangeVar: body['relation'] }, commonTables)
    const scope: Scope = { sources: [target], fixed: new Set(), outer }
    const insertSource = body['selectStmt'] as Node | undefined
    const outputs = insertSource ? checkQuery(insertSource, outer, commonTables) : []
    const at = list(body['cols']).findIndex((column) => nameOf(column) === splitColumn)
    // VALUES only need the owner column, because each row may have another owner.
    const isValues = Boolean((insertSource?.['SelectStmt'] as Node | undefined)?.['valuesLists'])
    const isPlaced = isAcross || (isValues ? at >= 0 : outputs[at]?.isFixed)
    if (target.tenant && !isPlaced) missing.push(target.tenant)
    else scope.fixed.add(`${target.alias}.${splitColumn}`)
    checkSubqueries({ ...body, selectStmt: undefined }, scope, commonTables)
    return outputsOf(returned(body), scope)
  }

  /** UPDATE and DELETE. */
  function change(body: Node, outer: Scope | undefined, commonTables: CommonTables): Output[] {
    const from = [
      { RangeVar: body['relation'] },
      ...list(body['fromClause']),
      ...list(body['usingClause']),
    ]
    const scope = scopeOf(body, from, outer, commonTables)
    checkSubqueries(body, scope, commonTables)
    return outputsOf(returned(body), scope)
  }

  /** Reads the sources of a query and reports its tenant tables without a fixed owner. */
  function scopeOf(
    body: Node,
    from: readonly Node[],
    outer: Scope | undefined,
    commonTables: CommonTables,
  ): Scope {
    const scope: Scope = { sources: [], fixed: new Set(), outer }
    const equalities = equalitiesIn(body['whereClause'] as Node, undefined)
    const laterals: Node[] = []
    const add = (item: Node): string[] => {
      const join = item['JoinExpr'] as Node | undefined
      if (join) return addJoin(join)
      if ((item['RangeSubselect'] as Node | undefined)?.['lateral']) {
        laterals.push(item)
        return [aliasOf(item)]
      }
      const source = sourceOf(item, commonTables, outer)
      addSource(scope, source)
      return [source.alias]
    }
    const addJoin = ({ larg, rarg, jointype, quals, usingClause }: Node): string[] => {
      const [left, right] = [add(larg as Node), add(rarg as Node)]
      if (isAcross && jointype === 'JOIN_LEFT') fixOptional(scope, left, right)
      const restricted = { JOIN_LEFT: right, JOIN_RIGHT: left, JOIN_FULL: [] as string[] }[
        String(jointype)
      ]
      const only = restricted && new Set(restricted)
      equalities.push(...equalitiesIn(quals as Node, only))
      for (const column of list(usingClause))
        for (const a of left)
          for (const b of right)
            equalities.push({
              a: columnRef(a, nameIn(column)),
              b: columnRef(b, nameIn(column)),
              only,
            })
      return [...left, ...right]
    }
    for (const item of from) add(item)
    fixByEqualities(scope, equalities)
    const several = scope.sources.find((source) => isOfSeveralOwners(source, scope))
    if (several && isAcross && !dependsOnOuter(body, scope)) {
      if (body['lockingClause']) locked.push(several.tenant!)
      scope.fixed.add(`${several.alias}.${splitColumn}`)
      fixByEqualities(scope, equalities)
    }
    for (const item of laterals) {
      const { subquery, alias } = item['RangeSubselect'] as Node
      const outputs = checkQuery(subquery as Node, scope, commonTables)
      addSource(scope, {
        alias: aliasOf(item),
        outputs: renamed(outputs, (alias as Node)?.['colnames']),
        tenant: undefined,
      })
      fixByEqualities(scope, equalities)
    }
    for (const source of scope.sources)
      if (isOfSeveralOwners(source, scope)) missing.push(source.tenant!)
    return scope
  }

  function sourceOf(item: Node, commonTables: CommonTables, outer?: Scope): Source {
    const alias = aliasOf(item)
    const table = item['RangeVar'] as Node | undefined
    if (table) {
      const name = String(table['relname'])
      const common = commonTables.get(name)
      if (common) return { alias, outputs: common, tenant: undefined }
      const columns = tenants.get(name)
      const outputs = (columns ?? []).map((column) => ({ name: column, isFixed: false }))
      return { alias, outputs, tenant: columns && name }
    }
    const { subquery, alias: named } = (item['RangeSubselect'] ?? {}) as Node
    const outputs = subquery ? checkQuery(subquery as Node, outer, commonTables) : []
    return {
      alias,
      outputs: renamed(outputs, (named as Node)?.['colnames']),
      tenant: undefined,
      isSubquery: subquery !== undefined,
    }
  }

  /**
   * Checks the subqueries in the expressions of a query; those in FROM and WITH already are. Citus
   * joins them by owner to what the query around them reads; those that are a value, unlike those of
   * EXISTS and IN, not to subqueries in its FROM.
   */
  function checkSubqueries(
    node: unknown,
    scope: Scope,
    commonTables: CommonTables,
    isTop = true,
  ): void {
    if (Array.isArray(node))
      node.forEach((part) => checkSubqueries(part, scope, commonTables, false))
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    for (const [key, part] of Object.entries(node)) {
      if (isTop && key === 'withClause') continue
      if (key === 'RangeSubselect') continue
      if (key === 'subselect') {
        const isValue = (node as Node)['subLinkType'] === 'EXPR_SUBLINK'
        checkQuery(part as Node, isValue ? withoutSubqueries(scope) : scope, commonTables)
      } else checkSubqueries(part, scope, commonTables, false)
    }
  }

  for (const { stmt } of parseSync(text).stmts ?? []) checkQuery(stmt as Node, undefined, new Map())
  return { missing: [...new Set(missing)], locked: [...new Set(locked)] }
}

const isOfSeveralOwners = ({ alias, tenant }: Source, { fixed }: Scope): boolean =>
  tenant !== undefined && !fixed.has(`${alias}.${splitColumn}`)

/** The scope without what is fixed of the subqueries in its FROM. */
function withoutSubqueries(scope: Scope): Scope {
  const subqueries = scope.sources.filter(({ isSubquery }) => isSubquery)
  const isKept = (key: string) => !subqueries.some(({ alias }) => key.startsWith(`${alias}.`))
  return { ...scope, fixed: new Set([...scope.fixed].filter(isKept)) }
}

/** The right side of a left join counts as fixed unless the left side spans several owners. */
function fixOptional(scope: Scope, from: readonly string[], optional: readonly string[]): void {
  const tenants = (names: readonly string[]) =>
    scope.sources.filter(({ alias, tenant }) => tenant && names.includes(alias))
  if (tenants(from).some((source) => isOfSeveralOwners(source, scope))) return
  for (const { alias } of tenants(optional)) scope.fixed.add(`${alias}.${splitColumn}`)
}

/** Whether a query, or one inside of it, uses a column of the queries around it. */
function dependsOnOuter(query: Node, scope: Scope): boolean {
  const { outer } = scope
  if (!outer) return false
  const inside = new Set<string>()
  const columns: Node[] = []
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    for (const [key, value] of Object.entries(part)) {
      if (['RangeVar', 'RangeSubselect', 'RangeFunction'].includes(key))
        inside.add(aliasOf({ [key]: value as unknown }))
      if (key === 'ColumnRef') columns.push({ ColumnRef: value as unknown })
      else visit(value)
    }
  }
  visit(query)
  return columns.some((column) => {
    const fields = list((column['ColumnRef'] as Node)['fields'])
    const isInside = fields.length > 1 && inside.has(nameIn(fields.at(-2)!))
    return !isInside && !ownColumn(column, scope) && isColumnOf(column, outer)
  })
}

const isColumnOf = (column: Node, scope: Scope): boolean =>
  ownColumn(column, scope) !== undefined ||
  (scope.outer !== undefined && isColumnOf(column, scope.outer))

function addSource(scope: Scope, source: Source): void {
  scope.sources.push(source)
  for (const { name, isFixed: fixed } of source.outputs)
    if (fixed) scope.fixed.add(`${source.alias}.${name}`)
}

/** Spreads fixed values over the equalities until none is added. */
function fixByEqualities(scope: Scope, equalities: readonly Equality[]): void {
  const fixColumn = (target: Node, value: Node, only: Equality['only']): boolean => {
    const column = ownColumn(target, scope)
    if (!column || scope.fixed.has(column.key) || (only && !only.has(column.alias))) return false
    if (!isFixed(value, scope)) return false
    scope.fixed.add(column.key)
    return true
  }
  let isChanged = true
  while (isChanged) {
    isChanged = false
    for (const { a, b, only } of equalities)
      if (fixColumn(a, b, only) || fixColumn(b, a, only)) isChanged = true
  }
}

/** True for parameters, constants and columns that they fix. */
function isFixed(value: Node, scope: Scope): boolean {
  const inner = withoutCasts(value)
  if (inner['ColumnRef']) return isColumnFixed(inner, scope)
  const text = JSON.stringify(inner)
  return !text.includes('"ColumnRef"') && !text.includes('"SubLink"')
}

function isColumnFixed(column: Node, scope: Scope): boolean {
  const own = ownColumn(column, scope)
  if (own) return scope.fixed.has(own.key)
  return scope.outer !== undefined && isColumnFixed(column, scope.outer)
}

/** The column of the scope's own sources that an expression refers to. */
function ownColumn(value: Node, { sources }: Scope): { alias: string; key: string } | undefined {
  const reference = withoutCasts(value)['ColumnRef'] as Node | undefined
  if (!reference) return undefined
  const parts = list(reference['fields']).map(nameIn)
  const [name, qualifier] = [parts.at(-1)!, parts.at(-2)]
  const source = sources.find(({ alias, outputs }) =>
    qualifier === undefined ? outputs.some((output) => output.name === name) : alias === qualifier,
  )
  return source && { alias: source.alias, key: `${source.alias}.${name}` }
}

function outputsOf(targets: readonly Node[], scope: Scope): Output[] {
  return targets.flatMap((target) => {
    const { name, val } = target['ResTarget'] as { name?: string; val: Node }
    const fields = list((val['ColumnRef'] as Node | undefined)?.['fields'])
    if (!fields.at(-1)?.['A_Star'])
      return [{ name: name ?? nameIn(fields.at(-1) ?? {}), isFixed: isFixed(val, scope) }]
    const of = fields.length > 1 ? nameIn(fields.at(-2)!) : undefined
    return scope.sources
      .filter(({ alias }) => of === undefined || alias === of)
      .flatMap(({ alias, outputs }) =>
        outputs.map((output) => ({
          name: output.name,
          isFixed: scope.fixed.has(`${alias}.${output.name}`),
        })),
      )
  })
}

/** Equalities of a condition that are joined by AND. */
function equalitiesIn(condition: Node | undefined, only: Equality['only']): Equality[] {
  const { boolop, args } = (condition?.['BoolExpr'] ?? {}) as Node
  if (boolop === 'AND_EXPR') return list(args).flatMap((part) => equalitiesIn(part, only))
  const { kind, name, lexpr, rexpr } = (condition?.['A_Expr'] ?? {}) as Node
  if (kind !== 'AEXPR_OP' || list(name).map(nameIn).at(-1) !== '=') return []
  const [left, right] = [lexpr, rexpr].map(
    (side) => (side as Node)?.['RowExpr'] as Node | undefined,
  )
  if (!left || !right) return [{ a: lexpr as Node, b: rexpr as Node, only }]
  const values = list(right['args'])
  return list(left['args']).flatMap((a, at) => (values[at] ? [{ a, b: values[at], only }] : []))
}

function withoutCasts(value: Node): Node {
  const cast = value['TypeCast'] as Node | undefined
  return cast ? withoutCasts(cast['arg'] as Node) : value
}

const renamed = (outputs: readonly Output[], names: unknown): Output[] => {
  const columnNames = list(names).map(nameIn)
  return outputs.map(({ name, isFixed: fixed }, at) => ({
    name: columnNames[at] ?? name,
    isFixed: fixed,
  }))
}

function aliasOf(item: Node): string {
  const body = Object.values(item)[0] as Node
  return String((body['alias'] as Node | undefined)?.['aliasname'] ?? body['relname'] ?? '')
}

const returned = (body: Node): Node[] => list((body['returningClause'] as Node)?.['exprs'])
const columnRef = (alias: string, name: string): Node => ({
  ColumnRef: { fields: [{ String: { sval: alias } }, { String: { sval: name } }] },
})
const nameOf = (target: Node): string => String((target['ResTarget'] as Node)['name'])
const nameIn = (node: Node): string => String((node['String'] as Node | undefined)?.['sval'] ?? '')
const list = (nodes: unknown): Node[] => (Array.isArray(nodes) ? (nodes as Node[]) : [])
