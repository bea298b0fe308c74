/** Uploads are held in memory: few of an account group and of the process are read at once. */
import { expect, test } from 'vitest'
import { createUploadLimits } from '#server/http/limits/upload-limits.ts'

test('uploads beyond those of the group and of the process are refused until one ends', async () => {
  const { runUpload } = createUploadLimits({ process: 3, group: 2 })
  const ends: (() => void)[] = []
  const hold = (group: string) =>
    runUpload(group, () => new Promise<void>((resolve) => ends.push(resolve)))
  const refusal = { code: 'tooManyRequests', headers: { 'retry-after': '2' } }
  const held = [hold('a'), hold('a')]
  await expect(hold('a')).rejects.toMatchObject(refusal)
  held.push(hold('b'))
  await expect(hold('c')).rejects.toMatchObject(refusal)
  ends[0]!()
  await held[0]
  held.push(hold('a'))
  await expect(runUpload('a', () => Promise.resolve())).rejects.toMatchObject(refusal)
  ends.forEach((end) => end())
  await Promise.all(held)
  expect(await runUpload('a', () => Promise.resolve('read'))).toBe('read')
})
