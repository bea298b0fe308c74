/** the page that `npm run bench list` compares the product with: react-admin with its default list of sub-accounts, over the same signed calls. */
import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  Admin,
  BooleanField,
  Datagrid,
  DateField,
  List,
  NumberField,
  Resource,
  TextField,
  TextInput,
} from 'react-admin'
import { createRoot } from 'react-dom/client'

const hash = (text) => bytesToHex(md5(utf8ToBytes(text)))

async function ask(path) {
  const [sk, userId] = [sessionStorage.getItem('sk'), sessionStorage.getItem('userId')]
  const token = hash(`${sk}${userId}`).toUpperCase()
  const timestamp = String(Date.now())
  const response = await fetch(`/api${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      'auth-token': token,
      'auth-timestamp': timestamp,
      'auth-sign': hash(`${token}${timestamp}`),
      'client-version': '0.0.0',
      'accept-language': 'en-US',
    },
  })
  const { success, data, msg } = await response.json()
  if (!success) throw new Error(msg)
  return data
}

const dataProvider = {
  async getList(_resource, { pagination: { page, perPage }, filter }) {
    const query = new URLSearchParams({
      pageNum: page,
      pageSize: perPage,
      ...(filter.account ? { account: filter.account } : {}),
    })
    const { rows, total } = await ask(`/user/page?${query}`)
    return { data: rows.map((row) => ({ ...row, id: row.userId })), total }
  },
}

const filters = [<TextInput key="account" source="account" label="Account" alwaysOn />]

function SubAccounts() {
  return (
    <List filters={filters}>
      <Datagrid>
        <TextField source="account" />
        <TextField source="nickname" />
        <DateField source="lastLoginDateTime" showTime />
        <NumberField source="memberAccount.usableCharNum" />
        <NumberField source="memberAccount.usableVoiceNum" />
        <NumberField source="memberAccount.usableImageNum" />
        <BooleanField source="enabled" />
      </Datagrid>
    </List>
  )
}

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    <Resource name="accounts" list={SubAccounts} />
  </Admin>,
)
