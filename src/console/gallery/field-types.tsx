/** The gallery's field types, as the contract uses them, with sample values. */
import { Form as AntdForm } from 'antd'
import { useState } from 'react'
import { fieldTypeOf, rowOf } from '#console/engine/build-fields.ts'
import { plainText, type Kind } from '#console/engine/fields/field-type.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { Value } from '#console/engine/list/cell.tsx'
import { AntdFrame } from '#console/ui/antd-frame.tsx'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { shapeOf } from '#contract/query.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { references as chosenRows } from '#contract/operator/fields.ts'
import { reference } from '#contract/reference.ts'
import {
  date,
  email,
  languageCode,
  longText,
  money,
  phone,
  picture,
  text,
  webAddress,
} from '#contract/field-constructors.ts'
import { type FieldType } from '#contract/vocabulary.ts'

/** Field types that a resource can use, although no call of the contract does yet. */
const unusedFieldTypes: readonly FieldType[] = [
  text({ max: 64 }),
  longText({ max: 200 }),
  date(),
  money({ max: 100_000_00 }),
  email(),
  phone(),
  languageCode(),
  reference(subAccounts, { title: 'account' }),
  webAddress(),
  picture(),
  chosenRows(() => subAccounts, { title: 'account' }),
].map(fieldTypeOf)

/** One field type per kind, and one per enumeration, as the contract uses them. */
const fieldTypes: ReadonlyMap<string, FieldType> = new Map([
  ...Object.values<Record<string, Endpoint>>(contract)
    .flatMap((group) => Object.values(group))
    .flatMap((endpoint) => {
      const row = rowOf(endpoint)
      return [endpoint.input, endpoint.output, ...(row ? [row] : [])]
    })
    .flatMap((schema) => Object.values(shapeOf(schema)))
    .map(fieldTypeOf)
    .map((fieldType): [string, FieldType] => [
      fieldType.kind === 'code' ? `code: ${fieldType.code ?? 'own words'}` : fieldType.kind,
      fieldType,
    ]),
  ...unusedFieldTypes.map((fieldType): [string, FieldType] => [fieldType.kind, fieldType]),
  ['flag: own words', { kind: 'flag', labelKeys: ['values.enabled'] }],
  ['language: detect', { kind: 'language', detect: true }],
])

const samples: Readonly<Record<Kind, unknown>> = {
  cents: 19_900,
  channel: '1',
  code: '',
  codes: ['translate'],
  count: 1_234_567,
  country: 'CN',
  date: '2026-11-22',
  email: 'li.lei@example.com',
  flag: 1,
  id: '1024',
  language: 'en',
  link: 'https://downloads.example.com/program-2.6.1.exe',
  localized: 'Standard',
  longText:
    'The first line of a note.\nThe second line is much longer than the first, so that a cell of a table has to clip it after two lines, while the input grows with its text.',
  newSecret: 'secret-1',
  person: '7',
  phone: '+86 138 1234 5678',
  picture:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  quota: 50_000,
  reference: '7',
  references: ['7'],
  secret: 'secret-1',
  tags: ['VIP', 'regular'],
  text: 'Text',
  time: '2026-11-22 13:45:00',
  vcode: '',
  version: 3,
}

const englishNames = new Intl.DisplayNames('en', { type: 'language' })
const chineseNames = new Intl.DisplayNames('zh', { type: 'language' })
const languages = 'ar de en es fr ja ko pt ru vi zh'.split(' ').map((langCode) => ({
  id: langCode,
  langCode,
  chineseName: chineseNames.of(langCode),
  englishName: englishNames.of(langCode),
}))

/** Results of the lookups, so that the page needs no server. */
const lookupResults: Partial<Record<Kind, unknown>> = {
  channel: [{ id: '1', channel: 'Google', enChannel: 'Google' }],
  person: [{ userId: '7', account: 'shanghai-office', nickName: 'Shanghai' }],
  language: {
    sourceList: [
      { id: 'auto', langCode: 'auto', chineseName: 'Detect', englishName: 'Detect language' },
      ...languages,
    ],
    targetList: languages,
  },
  reference: { 7: 'shanghai-office' },
}
const getLookupData = ({ kind }: FieldType) => lookupResults[kind]

/** A cell, a filter and the states of an input for each field type. */
export function FieldTypes() {
  return (
    <AntdFrame>
      <AntdForm layout="vertical" className="record-form gallery-fields">
        {[...fieldTypes].map(([name, fieldType]) => (
          <FieldTypeRow key={name} name={name} fieldType={fieldType} />
        ))}
      </AntdForm>
    </AntdFrame>
  )
}

function FieldTypeRow({ name, fieldType }: { name: string; fieldType: FieldType }) {
  const { Filter, Input } = getFieldTypeUi(fieldType)
  const [values, setValues] = useState<readonly string[]>([])
  const cells = fieldType.kind === 'code' ? fieldType.values : [samples[fieldType.kind]]
  const input = {
    label: name,
    fieldType,
    lookupData: getLookupData(fieldType),
    formValues: () => ({}),
  }
  return (
    <div className="gallery-field" role="group" aria-label={name}>
      <h3>{name}</h3>
      <div className="gallery-row">
        {[...cells, undefined].map((value) => (
          <span key={plainText(value)} className="gallery-cell">
            <Value
              field={{ path: 'value', label: [name], fieldType }}
              row={{ value, value_en: 'Standard' }}
              getLookupData={getLookupData}
            />
          </span>
        ))}
      </div>
      {Filter && (
        <div className="filter">
          <label htmlFor={`filter-${name}`}>Filter</label>
          <Filter
            id={`filter-${name}`}
            label={name}
            fieldType={fieldType}
            required={false}
            lookupData={getLookupData(fieldType)}
            values={values}
            onChange={setValues}
          />
        </div>
      )}
      {Input && (
        <div className="gallery-inputs">
          <AntdForm.Item name={[name, 'empty']} label="Empty">
            <Input {...input} />
          </AntdForm.Item>
          <AntdForm.Item
            name={[name, 'filled']}
            label="Filled"
            required
            initialValue={fieldType.kind === 'code' ? fieldType.values[0] : samples[fieldType.kind]}
          >
            <Input {...input} />
          </AntdForm.Item>
          <AntdForm.Item
            name={[name, 'invalid']}
            label="Invalid"
            validateStatus="error"
            help="Says what is wrong and what to enter."
          >
            <Input {...input} />
          </AntdForm.Item>
        </div>
      )}
    </div>
  )
}
