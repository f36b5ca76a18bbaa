import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { systemClock, systemRandom } from '#ports/system.ts'
import { makeKeys } from '#signature/make-keys.ts'
import { freePort } from '#demo/ports.ts'
import { textOf } from './files.ts'

/** What an operator changes in nginx.conf: the ports, the certificate and the folder of the logs. */
async function installed(upstream: number): Promise<{ folder: string; port: number; main: string }> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'tender-tls-')), await freePort()]
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { certificate, privateKey } = await makeKeys('pay-shop.example', systemClock, systemRandom)
  await mkdir(join(folder, 'temp'))
  await writeFile(join(folder, 'fullchain.pem'), certificate)
  await writeFile(join(folder, 'privkey.pem'), privateKey)
  const site = textOf('nginx.conf')
    .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
    .replace(/^ {2}listen \[::\].*\n/m, '')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('/etc/ssl/pay-shop.example', folder)
    .replaceAll('/var/log/nginx', folder)
  await writeFile(join(folder, 'tender-proxy.conf'), site)
  const main = join(folder, 'nginx.conf')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/temp;`)
  await writeFile(
    main,
    `pid ${folder}/pid; error_log ${folder}/main.log; daemon off; master_process off; worker_processes 1;
    events { worker_connections 64; } http { access_log off; ${paths.join(' ')} include ${folder}/tender-proxy.conf; }`,
  )
  return { folder, port, main }
}

/** The verdict of `nginx -t` on the configuration, and what it prints. */
export async function checked(nginx: string): Promise<{ status: number | null; printed: string }> {
  const { folder, main } = await installed(9)
  const { status, stderr } = spawnSync(nginx, ['-t', '-p', folder, '-c', main], { encoding: 'utf8' })
  return { status, printed: stderr }
}

/** An nginx with the configuration, in front of that port, until the end of the test. */
export async function openNginx(nginx: string, upstream: number) {
  const { folder, port, main } = await installed(upstream)
  const child = spawn(nginx, ['-p', folder, '-c', main], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  while (!existsSync(join(folder, 'pid'))) await Promise.race([setTimeout(20), ended.then(failed)])
  return {
    ask: (path: string, headers: Readonly<Record<string, string>> = {}) => answerAt(port, path, headers),
    log: () => readFile(join(folder, 'tender-proxy.log'), 'utf8'),
  }
}

function failed(): never {
  throw new Error('nginx has ended')
}

const answerAt = (port: number, path: string, headers: Readonly<Record<string, string>>) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, rejectUnauthorized: false, servername: 'pay-shop.example' }
    const asked = request({ ...options, headers: { host: 'pay-shop.example', ...headers } }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (part: string) => (body += part))
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, body }))
    })
    asked.on('error', reject).end()
  })
