/** The member's own name, which other members see in every organization. */
import { useQueryClient } from '@tanstack/react-query'
import { Form, TextField } from '../kit/form.tsx'
import { notify } from '../kit/notify.tsx'
import { Fact, Mail } from '../kit/page.tsx'
import { asUser } from '../session/clients.ts'
import { meQuery, useMe } from '../session/me.ts'

export function OwnName() {
  const { user } = useMe()
  const queries = useQueryClient()
  return (
    <div className="flex flex-col gap-4">
      <dl>
        <Fact name="E-mail">
          <Mail address={user.email} />
        </Fact>
      </dl>
      <div className="max-w-sm">
        <Form
          submit="Save name"
          send={async values => {
            await asUser.updateMe({ name: values.text('name') })
            await queries.invalidateQueries({ queryKey: meQuery.queryKey })
            notify('Name saved')
          }}
        >
          <TextField
            name="name"
            label="Name"
            autoComplete="name"
            defaultValue={user.name}
            maxLength={200}
            hint="Other members see it."
            required
          />
        </Form>
      </div>
    </div>
  )
}
