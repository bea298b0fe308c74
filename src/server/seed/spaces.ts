/** Demo workspaces: private ones, ones shared across account groups, pending invitations. */
import type { Db } from '../platform/db/open.ts'
import { contacts, spaceInvitations, spaceMembers, spaces } from '../features/workspace/table.ts'
import { customers, type Customer } from '#server/seed/people.ts'
import { insertRows, allocateIds } from '#server/seed/insert.ts'
import type { Simulation } from './simulation.ts'

type WorkspacePlan = {
  name: string
  owner: string
  joined: readonly string[]
  invited: readonly string[]
  customers: readonly Customer[]
}

/** Days between the contacts of a workspace; the first was created today. */
const daysBetweenContacts = 13

const takeCustomers = (from: number, count: number): Customer[] =>
  customers.slice(from, from + count)

const plans: readonly WorkspacePlan[] = [
  {
    name: '拉美客户',
    owner: 'demo@example.com',
    joined: ['demosub', 'emma'],
    invited: ['buyer.lin@example.com'],
    customers: takeCustomers(0, 24),
  },
  {
    name: 'Canton Fair 2026',
    owner: 'demo@example.com',
    joined: ['sophie'],
    invited: [],
    customers: takeCustomers(24, 8),
  },
  {
    name: '华南区跟进',
    owner: 'demosub',
    joined: [],
    invited: [],
    customers: takeCustomers(32, 4),
  },
  {
    name: 'European retailers',
    owner: 'emma',
    joined: ['oliver88', 'demosub'],
    invited: [],
    customers: takeCustomers(36, 6),
  },
  {
    name: '货代与物流',
    owner: 'monthly@example.com',
    joined: ['demo@example.com'],
    invited: [],
    customers: takeCustomers(42, 4),
  },
  {
    name: '德国经销商',
    owner: 'free@example.com',
    joined: [],
    invited: ['demo@example.com', 'demosub'],
    customers: takeCustomers(46, 2),
  },
]

export async function insertSpaces(db: Db, { people, now }: Simulation): Promise<void> {
  const findUser = (name: string) => {
    const found = people.find(({ ledgerAccount }) => ledgerAccount.name === name)
    if (!found) throw new Error(`Nobody in the demo is called ${name}.`)
    return { ownerId: found.ledgerAccount.ownerId, userId: found.ledgerAccount.userId }
  }
  const ids = await allocateIds(db, 'space_ids', plans.length)
  const at = new Date(now)
  const workspaces = plans.map((plan, index) => ({
    ...plan,
    id: ids[index]!,
    owner: findUser(plan.owner),
    joined: plan.joined.map(findUser),
  }))
  await insertRows(
    db,
    spaces,
    workspaces.map(({ id, name, owner, customers: listed }) => ({
      ...owner,
      id,
      name,
      contacts: listed.length,
      version: 1,
      createdAt: at,
    })),
  )
  await insertRows(
    db,
    spaceMembers,
    workspaces.flatMap(({ id, owner, joined }) =>
      [owner, ...joined].map((member) => ({
        ...member,
        spaceId: id,
        spaceOwnerId: owner.ownerId,
        joinedAt: at,
      })),
    ),
  )
  await insertRows(
    db,
    spaceInvitations,
    workspaces.flatMap(({ id, owner, invited }) =>
      invited.map((name) => ({ name, spaceId: id, spaceOwnerId: owner.ownerId, at })),
    ),
  )
  const contactIds = await allocateIds(db, 'contact_ids', customers.length)
  await insertRows(
    db,
    contacts,
    workspaces.flatMap(({ id, owner: { ownerId }, customers: listed }) =>
      listed.map(([title, cellphone, company, step, country, tags, fromApp], age) => ({
        ownerId,
        spaceId: id,
        id: contactIds.shift()!,
        title,
        cellphone,
        company,
        step,
        country,
        tags: tags.length > 0 ? [...tags] : null,
        fromApp,
        version: 1,
        createdAt: new Date(now - age * daysBetweenContacts * 86_400_000),
      })),
    ),
  )
}
