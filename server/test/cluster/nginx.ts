import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../stores/reach.ts'

/** What administrators are told to use, word for word; only addresses are this machine's. */
const SITE = new URL('../../../docs/operating/cluster/nginx.conf', import.meta.url)
const START_MS = 10_000

export interface Nginx {
  readonly baseUrl: string
  stop(): Promise<void>
}

/**
 * nginx in front of servers, `disk-1` and so on being on these ports. `failSeconds`: how long it leaves one alone that has
 * refused it, where tests cannot wait as long as the file says.
 */
export async function startNginx(
  folder: string,
  ports: readonly number[],
  failSeconds?: number,
): Promise<Nginx> {
  const port = await freePort()
  await mkdir(join(folder, 'temp'), { recursive: true })
  let site = (await readFile(SITE, 'utf8')).replace('listen 80;', `listen 127.0.0.1:${port};`)
  for (const [n, own] of ports.entries()) site = site.replaceAll(`disk-${n + 1}:8080`, `127.0.0.1:${own}`)
  if (failSeconds !== undefined) site = site.replaceAll(/fail_timeout=\d+s/g, `fail_timeout=${failSeconds}s`)
  await writeFile(join(folder, 'site.conf'), site)
  await writeFile(join(folder, 'nginx.conf'), around(folder))
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  const child = spawn('nginx', args, { stdio: 'ignore' })
  const ended = once(child, 'close')
  const baseUrl = `http://127.0.0.1:${port}`
  for (const late = Date.now() + START_MS; !(await fetch(`${baseUrl}/healthz`).catch(() => undefined)); ) {
    if (Date.now() > late || child.exitCode !== null)
      throw new Error(
        `nginx does not start: ${await readFile(join(folder, 'error.log'), 'utf8').catch(() => '')}`,
      )
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    baseUrl,
    stop: async () => {
      child.kill('SIGQUIT')
      const late = setTimeout(() => child.kill('SIGKILL'), 2000)
      await ended
      clearTimeout(late)
    },
  }
}

const around = (folder: string): string => `daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http {
  access_log ${folder}/access.log;
  client_body_temp_path ${folder}/temp/body;
  proxy_temp_path ${folder}/temp/proxy;
  fastcgi_temp_path ${folder}/temp/fastcgi;
  uwsgi_temp_path ${folder}/temp/uwsgi;
  scgi_temp_path ${folder}/temp/scgi;
  include ${folder}/site.conf;
}
`
