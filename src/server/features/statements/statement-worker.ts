/** Worker thread that draws statements; see `statement-thread.ts`. */
import { drawStatement, type DrawStatement } from '#server/features/statements/draw-statement.ts'
import { answerOrders } from '#server/platform/worker-orders.ts'

export type StatementOrder = {
  statement: Parameters<DrawStatement>[0]
  options: Parameters<DrawStatement>[1]
}

answerOrders(({ statement, options }: StatementOrder) => drawStatement(statement, options))
