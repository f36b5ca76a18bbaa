import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../support/root.ts'
import { configOf } from '../proxy/support/test-proxy.ts'
import { textOf } from './files.ts'

const unit = textOf('systemd/tender-proxy.service')
const valueOf = (name: string): string | undefined => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const missing = 'skipped: systemd-analyze is not installed'

/** The unit with a node that is here: systemd-analyze refuses one that it does not find. */
async function unitHere(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tender-unit-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'tender-proxy.service')
  await writeFile(path, unit.replace('/usr/bin/node', process.execPath))
  return path
}

test('the unit passes systemd-analyze verify', async ({ skip }) => {
  if (!hasSystemd) skip(missing)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', await unitHere()], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})

test('its exposure is at most 1.6 of 10', async ({ skip }) => {
  if (!hasSystemd) skip(missing)
  const args = ['security', '--offline=true', '--threshold=16', '--no-pager', await unitHere()]
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  if (/unrecognized option/.test(stderr)) skip('skipped: this systemd-analyze reviews no files')
  expect([status, stdout.split('\n').filter((line) => line.startsWith('→'))]).toEqual([0, [expect.any(String)]])
})

test('it runs the command of the package, without a user of the machine, and with time for its payments', () => {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bin: { tender: string } }
  expect(valueOf('ExecStart')).toBe(`/usr/bin/node /opt/tender/node_modules/tender-checkout/${bin.tender} proxy`)
  expect([valueOf('DynamicUser'), valueOf('ProtectSystem'), valueOf('LimitCORE')]).toEqual(['yes', 'strict', '0'])
  expect([valueOf('MemoryMax'), valueOf('TasksMax')]).toEqual(['512M', '128'])
  expect(Number(valueOf('TimeoutStopSec')) * 1000).toBeGreaterThan(configOf().lockTtlMs)
})
