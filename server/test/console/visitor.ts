/** A person who uses the console: keeps cookies as a browser does, and makes calls as a page of the service would. */
import type { Role } from '#contract/roles.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { addUser } from '#server/platform/members/changes.ts'
import { hashPassword } from '#server/sign-in/password.ts'
import { type CallOptions, fetchReply, type Organization, type Reply, type World } from '../world.ts'

export const PASSWORD = 'correct horse battery'
/** Every test's password is the same, and hashing takes a tenth of a second. */
const HASH = hashPassword(PASSWORD)

export type Visitor = {
  cookies: Map<string, string>
  /** Calls below /console/api; a body is sent as JSON. */
  call(path: string, options?: Omit<CallOptions, 'body'> & { body?: unknown }): Promise<Reply>
  signIn(email: string, password?: string): Promise<Reply>
}

export type MemberVisitor = Visitor & {
  email: string
  userId: string
  organizationId: string
  inside(path: string): string
}

export function visitor(world: Pick<World, 'service'>): Visitor {
  const cookies = new Map<string, string>()
  const { url } = world.service
  const call: Visitor['call'] = async (path, { body, headers, method, ...rest } = {}) => {
    const reply = await fetchReply(`${url}/console/api${path}`, {
      ...rest,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        origin: url as string,
        ...(body instanceof Uint8Array && { 'content-type': 'application/octet-stream' }),
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    })
    for (const line of reply.headers.getSetCookie()) keep(cookies, line)
    return reply
  }
  return {
    cookies,
    call,
    signIn: (email, password = PASSWORD) => call('/auth/sign-in/email', { body: { email, password } }),
  }
}

/** Creates a member with the role, who has signed in. */
export async function signedIn(world: World, organization: Organization, role: Role): Promise<MemberVisitor> {
  const email = `${world.newId('user').slice(4)}@example.com`
  const userId = await addMember(world, organization, email, role)
  const one = visitor(world)
  const reply = await one.signIn(email)
  if (reply.status !== 200) throw new Error(`${email} could not sign in: ${reply.text}`)
  const organizationId = idFromUuid('organization', organization.id)
  return { ...one, email, userId, organizationId, inside: path => `/organizations/${organizationId}${path}` }
}

/** Makes a new or an existing person a member. */
export async function addMember(world: World, { id }: { id: string }, email: string, role: Role): Promise<string> {
  const passwordHash = await HASH
  const { member } = await world.pools.memberWrites.transaction(id, db =>
    addUser({ db, actor: 'test', now: world.clock.now() }, { email, role, passwordHash }),
  )
  return member.user_id
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  if (attributes.some(attribute => /^max-age=0$/i.test(attribute))) cookies.delete(name)
  else cookies.set(name, value)
}
