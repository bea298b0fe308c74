/** Custom lint rules, for oxlint's `jsPlugins`. */
import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown }>
type Node = NonNullable<
  Parameters<NonNullable<ReturnType<Rule['create']>['Identifier']>>[0]['parent']
>

const effects = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect'])
const isFunction = (node: Node | null | undefined) =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
const isVoid = (node: Node) => node.type === 'UnaryExpression' && node.operator === 'void'

/** Whether the value is a clean-up function or nothing: a function, an identifier or `void`. */
function isCleanUp(node: Node): boolean {
  if (node.type === 'ConditionalExpression')
    return isCleanUp(node.consequent) && isCleanUp(node.alternate)
  return isFunction(node) || node.type === 'Identifier' || isVoid(node)
}

/**
 * React calls the return value of an effect or ref callback as its clean-up. Return values of DOM
 * methods change between browser versions: `scrollIntoView()`, `scrollTo()`, `scrollBy()` and
 * `scroll()` return a promise in Chromium 156. TypeScript accepts any value where a function
 * returning `void` is expected.
 */
const effectReturnsCleanUp: Rule = {
  create(context) {
    const message =
      'React calls what this returns as a clean-up: use braces, and return a function or nothing.'
    const callbacks = new Set<Node>()
    const enclosing: Node[] = []
    const checkValue = (node: Node) => {
      if (!isCleanUp(node)) context.report({ node, message })
    }
    const enter = (node: Node & { body: Node | null }) => {
      enclosing.push(node)
      if (callbacks.has(node) && node.body && node.body.type !== 'BlockStatement')
        checkValue(node.body)
    }
    const leave = () => void enclosing.pop()
    return {
      CallExpression({ callee, arguments: [effect] }) {
        const named = callee.type === 'MemberExpression' ? callee.property : callee
        if (named.type === 'Identifier' && effects.has(named.name) && isFunction(effect))
          callbacks.add(effect!)
      },
      JSXAttribute({ name, value }) {
        if (name.name === 'ref' && value?.type === 'JSXExpressionContainer')
          callbacks.add(value.expression)
      },
      ArrowFunctionExpression: enter,
      'ArrowFunctionExpression:exit': leave,
      FunctionExpression: enter,
      'FunctionExpression:exit': leave,
      FunctionDeclaration: enter,
      'FunctionDeclaration:exit': leave,
      ReturnStatement({ argument }) {
        if (argument && callbacks.has(enclosing.at(-1)!)) checkValue(argument)
      },
    }
  },
}

export default {
  meta: { name: 'yiqiao' },
  rules: { 'effect-returns-clean-up': effectReturnsCleanUp },
}
