/** Page for developers: its code runs as copied, a key stays in memory, and text can be tried. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { demoApiKey } from '#contract/programs/demo-key.ts'
import { clients, type ClientName } from '#landing/developers/samples.ts'
import { startDocumentJob } from '#server/features/documents/document-job.ts'
import { hello } from '#locales/samples/hello.ts'
import type { Lang } from '#locales/messages.ts'
import { textsOf, wordFile } from '#tests/documents/office-files.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const run = promisify(execFile)
const pathIn = (lang: Lang) => (lang === 'en' ? '/en/developers' : '/developers')
const otherLang = (lang: Lang) => (lang === 'en' ? 'zh' : 'en')

/** Code of a client in the first samples of the page, or in those after them. */
async function codeOf(page: Page, client: ClientName, position = 0): Promise<string> {
  const samples = page.locator('.samples').nth(position)
  const { label } = clients.find(({ name }) => name === client)!
  await samples.getByRole('radio', { name: label }).check()
  return samples.locator('pre').filter({ visible: true }).innerText()
}

/** Runs a script where the packages of the product are found, as in a project that has them. */
async function runNode(code: string): Promise<string> {
  const folder = await mkdtemp(join(import.meta.dirname, '../../node_modules/.developers-'))
  try {
    const file = join(folder, 'translate.mjs')
    await writeFile(file, code)
    return (await run(process.execPath, [file])).stdout.trim()
  } finally {
    await rm(folder, { recursive: true })
  }
}

test.describe('in Chinese, whose text is not in ASCII', () => {
  test.use({ lang: 'zh', locale: 'zh-CN' })

  test('the code of the page translates as copied: curl, Node.js and OpenAI', async ({
    page,
    lang,
    t,
  }) => {
    await page.goto(pathIn(lang))
    await page.getByRole('button', { name: t('developers.start.demo') }).click()
    await expect(page.getByText('YOUR_API_KEY')).toHaveCount(0)
    const translated = hello[otherLang(lang)]
    for (const position of [0, 1]) {
      const { stdout } = await run('bash', ['-c', await codeOf(page, 'curl', position)])
      expect(JSON.parse(stdout)).toMatchObject({ translations: [{ text: translated }] })
      expect(await runNode(await codeOf(page, 'node', position))).toBe(translated)
      expect(await runNode(await codeOf(page, 'openai', position))).toBe(translated)
    }
    const answer = await page
      .locator('.code')
      .filter({ hasText: 'detected_source_language' })
      .locator('pre')
      .innerText()
    const { stdout } = await run('bash', ['-c', await codeOf(page, 'curl')])
    expect(JSON.parse(answer)).toEqual(JSON.parse(stdout))
  })
})

test('text is tried with a key, and what is wrong is said in a sentence', async ({
  page,
  lang,
  t,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/v2\/translate/)
  await page.goto(pathIn(lang))
  const form = page.locator('form.try')
  const submit = form.getByRole('button', { name: t('developers.try.submit') })
  await submit.click()
  await expect(form.getByRole('alert')).toHaveText(t('developers.try.noKey'))
  const key = form.getByLabel(t('developers.start.key'))
  await expect(key).toBeFocused()
  await page.keyboard.type('yq_wrong')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toContainText('403 · The API key is invalid')
  await key.fill(demoApiKey)
  await form.getByLabel(t('developers.try.text')).fill('')
  await submit.click()
  await expect(form.getByRole('alert')).toHaveText(t('developers.try.noText'))
  await form.getByLabel(t('developers.try.text')).fill(hello[lang])
  await submit.click()
  await expect(form.getByRole('status')).toContainText(hello[otherLang(lang)])
  await expect(form.getByRole('alert')).toBeEmpty()
  const { stdout } = await run('bash', ['-c', await form.locator('pre').innerText()])
  expect(JSON.parse(stdout)).toMatchObject({ translations: [{ text: hello[otherLang(lang)] }] })
})
test('a document is uploaded, translated and downloaded by the commands of the page', async ({
  page,
  lang,
  t,
  product,
}) => {
  const job = startDocumentJob(product.services)
  const folder = await mkdtemp(join(tmpdir(), 'developers-'))
  const letter = await wordFile(`<w:p><w:r><w:t>${hello[lang]}</w:t></w:r></w:p>`)
  await writeFile(join(folder, 'letter.docx'), letter)
  try {
    await page.goto(pathIn(lang))
    await page.getByRole('button', { name: t('developers.start.demo') }).click()
    await expect(page.getByText('YOUR_API_KEY')).toHaveCount(0)
    const [upload, download] = await page
      .locator('pre')
      .filter({ hasText: '/v2/document' })
      .allInnerTexts()
    const { stdout } = await run('bash', ['-c', upload!], { cwd: folder })
    const handle = JSON.parse(stdout) as { document_id: string; document_key: string }
    const [status, result] = download!.split('\n\n')
    const env = {
      ...process.env,
      DOCUMENT_ID: handle.document_id,
      DOCUMENT_KEY: handle.document_key,
    }
    const runInFolder = (command: string) => run('bash', ['-c', command], { cwd: folder, env })
    await expect
      .poll(async () => JSON.parse((await runInFolder(status!)).stdout) as unknown, {
        timeout: 20_000,
      })
      .toMatchObject({ status: 'done' })
    await runInFolder(result!)
    const translated = await readFile(join(folder, 'translated.docx'))
    expect(await textsOf('docx', translated)).toEqual([hello[otherLang(lang)]])
  } finally {
    await rm(folder, { recursive: true })
    await job.stop()
  }
})

test('the request is shown as typed, with quotes that a shell reads', async ({ page, lang, t }) => {
  await page.goto(pathIn(lang))
  const form = page.locator('form.try')
  await page.getByRole('button', { name: t('developers.start.demo') }).click()
  await form.getByLabel(t('developers.try.text')).fill("It's $HOME & `date`")
  await form.getByLabel(t('developers.try.target')).selectOption('FR')
  await expect(form.locator('pre')).toContainText('target_lang=FR')
  const command = await form.locator('pre').innerText()
  const { stdout } = await run('bash', ['-c', command.replace(/^curl/, 'printf "%s\\n"')])
  expect(stdout).toContain("text=It's $HOME & `date`\n")
  expect(stdout).toContain('target_lang=FR\n')
})

test('a key is in no storage and no address, and gone with the page', async ({ page, lang, t }) => {
  await page.goto(pathIn(lang))
  const key = page.getByLabel(t('developers.start.key')).first()
  await key.fill(demoApiKey)
  await expect(page.locator('pre').filter({ hasText: demoApiKey })).not.toHaveCount(0)
  expect(await codeOf(page, 'python')).toContain(demoApiKey)
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  )
  expect(stored).not.toContain(demoApiKey)
  await page.reload()
  await expect(key).toHaveValue('')
  expect(await codeOf(page, 'python')).not.toContain(demoApiKey)
})

test('the chosen client holds for all code, and for the next visit', async ({ page, lang }) => {
  await page.goto(pathIn(lang))
  await codeOf(page, 'php')
  const chosen = page.getByRole('radio', { name: 'PHP' })
  await expect(chosen.nth(1)).toBeChecked()
  await page.reload()
  for (const position of [0, 1]) await expect(chosen.nth(position)).toBeChecked()
})

test('code is copied with one click', async ({ page, context, lang, t }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(pathIn(lang))
  const code = await codeOf(page, 'node')
  await page
    .getByRole('button', { name: t('developers.copyNamed', { name: 'Node.js' }) })
    .first()
    .click()
  await expect(page.locator('#message')).toHaveText(t('developers.copied'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
})

test('a signed-in user is led to the page of keys, a visitor to the login', async ({
  page,
  lang,
  open,
}) => {
  await page.goto(pathIn(lang))
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Log in' })).toBeVisible()
  await open(page, pathIn(lang))
  await expect(main.getByText('You are logged in')).toBeVisible()
  await main.getByRole('link', { name: 'API keys' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/UserCenterApiKeys$/)
})

test('llms.txt, the Markdown and the OpenAPI document are linked and complete', async ({
  product,
}) => {
  const read = async (path: string) => {
    const response = await fetch(product.origin + path)
    expect(response.status, path).toBe(200)
    return response.text()
  }
  const index = await read('/llms.txt')
  expect(index).toMatch(/^# Yiqiao\n\n> .+\n\n/)
  const links = [...index.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, address]) => address!)
  expect(links.length).toBeGreaterThan(4)
  expect(links.length).toBe(index.match(/^- /gm)!.length)
  for (const address of links) await read(address.replace(product.origin, ''))
  expect(index).not.toMatch(/\{\{|\p{Script=Han}/u)
  expect(await read('/robots.txt')).toContain(`${product.origin}/llms.txt`)
  for (const path of ['/developers.md', '/en/developers.md']) {
    const markdown = await read(path)
    expect(markdown).toContain(`curl ${product.origin}/v2/translate`)
    expect(markdown).not.toMatch(/\{\{|undefined|\]\(\//)
    for (const [, address] of markdown.matchAll(/\]\(([^)]+)\)/g))
      await read(address!.replace(product.origin, ''))
  }
  expect(await read('/openapi.json')).toContain('"/v2/translate"')
})
