import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../src/config.ts'
import { variables } from '../../src/configVariables.ts'
import { queryOnce } from '../harness/ledger.ts'
import { startOwnPostgres } from '../harness/ownPostgres.ts'
import { writeFile } from '../harness/payroll.ts'
import { temporaryFolder } from '../harness/payrun.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string) => readFileSync(`${root}${name}`, 'utf8')

/** What a worker may need to stop: the deadline of its requests, and the time in which it keeps their answers. */
const plain = readConfig({})
const graceSeconds = (plain.ok ? plain.config.timeoutMs : 0) / 1_000 + 20

describe('docker-compose.yml', () => {
  const service = z.object({
    command: z.array(z.string()),
    scale: z.number().optional(),
    stop_grace_period: z.string().optional(),
    depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  })
  const compose = z
    .object({ services: z.record(z.string(), service.loose()) })
    .parse(parse(read('docker-compose.yml'), { merge: true }))
  const { worker, redis, postgres, migrate, sandbox, desk } = compose.services

  it('has a durable Postgres and a Redis that keeps its keys', () => {
    expect(postgres?.command).toEqual(expect.arrayContaining(['fsync=on', 'synchronous_commit=on']))
    expect(redis?.command.join(' ')).toMatch(/--appendonly yes .*--maxmemory-policy noeviction/)
  })

  it('has two workers that wait for the tables and are given the time to finish', () => {
    expect(worker).toMatchObject({ command: ['worker'], scale: 2, stop_grace_period: `${graceSeconds}s` })
    expect(worker?.depends_on?.['migrate']?.condition).toBe('service_completed_successfully')
    expect(migrate?.command).toEqual(['migrate'])
    expect(sandbox?.command[0]).toBe('sandbox')
  })

  it('has a desk that pays nobody, on this machine only, with a probe and the time to finish', () => {
    expect(desk).toMatchObject({
      command: ['desk', '--no-worker', '--host', '0.0.0.0', '--port', '8080'],
      ports: [expect.stringMatching(/^127\.0\.0\.1:.*:8080$/)],
      stop_grace_period: `${graceSeconds}s`,
      healthcheck: { test: expect.arrayContaining([expect.stringContaining('http://127.0.0.1:8080/readyz')]) },
    })
    expect(desk?.depends_on?.['migrate']?.condition).toBe('service_completed_successfully')
    const { PAYRUN_DESK_URL: url } = z.object({ environment: z.record(z.string(), z.string()) }).parse(desk).environment
    const byDefault = /^\$\{PAYRUN_DESK_URL:-(.*)\}$/.exec(url ?? '')?.[1]
    expect(readConfig({ PAYRUN_DESK_URL: byDefault })).toMatchObject({
      ok: true,
      config: { deskUrl: new URL('http://127.0.0.1:8080') },
    })
  })

  it('hands on every variable that is not its own: one that got lost, such as PAYRUN_APPROVALS, would not be noticed', () => {
    const own = ['DATABASE_URL', 'REDIS_URL', 'PAYRUN_HOME', 'PAYRUN_WORKER_HOST', 'PAYRUN_WORKER_PORT']
    // Who checks the ledger signs its anchors, elsewhere: a worker that had the key could sign what it changed.
    const notForWorkers = ['PAYRUN_ANCHOR_KEY']
    const handedOn = (of: unknown) =>
      Object.keys(z.object({ environment: z.record(z.string(), z.string()) }).parse(of).environment)
    const wanted = Object.keys(variables.shape).filter((name) => ![...own, ...notForWorkers].includes(name))
    expect(wanted.filter((name) => !handedOn(worker).includes(name))).toEqual([])
    expect(handedOn(worker).filter((name) => notForWorkers.includes(name))).toEqual([])
    expect(handedOn(migrate)).toEqual(handedOn(worker))
    expect(handedOn(compose.services['payrun'])).toEqual(handedOn(worker))
    expect(handedOn(desk)).toEqual(handedOn(worker))
    expect(handedOn(sandbox)).toContain('PAYRUN_CALLBACK_SECRET')
  })

  it('lets workers into Postgres as payrun_worker, people and the desk as payrun_desk, and only the migration as the owner', () => {
    const enters = z.object({ environment: z.object({ DATABASE_URL: z.string() }).loose() })
    const userOf = (of: unknown) => /\/\/(\w+):/.exec(enters.parse(of).environment.DATABASE_URL)?.[1]
    expect([worker, compose.services['payrun'], desk, migrate].map(userOf)).toEqual([
      'payrun_worker',
      'payrun_desk',
      'payrun_desk',
      'payrun',
    ])
    expect(migrate?.depends_on?.['roles']?.condition).toBe('service_completed_successfully')
  })

  it('leaves no core dump of what holds keys, names or numbers', () => {
    for (const each of [worker, compose.services['payrun'], desk, migrate, sandbox, postgres, redis]) {
      expect(each).toMatchObject({ ulimits: { core: 0 } })
    }
  })

  const psqlVersion = spawnSync('psql', ['--version'], { encoding: 'utf8' }).stdout?.match(/ (\d+)/)?.[1]
  const hasPsql = Number(psqlVersion) >= 15
  if (!hasPsql)
    process.stderr.write('deployment.test.ts: needs psql 15 or newer to give the roles passwords: skipped\n')
  it.skipIf(!hasPsql)(
    'gives the roles their passwords out of the environment, and others when these change',
    async () => {
      const rules = temporaryFolder()
      chmodSync(rules.path, 0o755)
      const hba = writeFile(
        rules.path,
        'hba.conf',
        'local all payrun_worker,payrun_desk scram-sha-256\nlocal all all trust\n',
      )
      const server = await startOwnPostgres([`hba_file=${hba}`])
      try {
        const command =
          compose.services['roles']?.command.map((each) => each.replace('=/deploy/', `=${root}deploy/`)) ?? []
        const give = (workerPassword: string) => {
          const given = { PATH: process.env['PATH'], WORKER_PASSWORD: workerPassword, DESK_PASSWORD: "desk's $pass" }
          const ran = spawnSync(command[0] ?? '', [...command.slice(1), server.url], { env: given, encoding: 'utf8' })
          expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' })
        }
        const enter = (user: string, password: string) =>
          queryOnce(
            server.url.replace(/\/\/\w+@/, `//${user}:${encodeURIComponent(password)}@`),
            'select current_user as me',
          )
        give('first')
        expect(await enter('payrun_worker', 'first')).toEqual([{ me: 'payrun_worker' }])
        expect(await enter('payrun_desk', "desk's $pass")).toEqual([{ me: 'payrun_desk' }])
        give('second')
        await expect(enter('payrun_worker', 'first')).rejects.toThrow('password authentication failed')
        expect(await enter('payrun_worker', 'second')).toEqual([{ me: 'payrun_worker' }])
      } finally {
        await server.remove()
        rules.remove()
      }
    },
  )
})

describe('the Dockerfile', () => {
  it('has two stages, takes nothing of the developers, and ends without root', () => {
    const text = read('Dockerfile')
    expect(text.match(/^FROM /gm)).toHaveLength(2)
    expect(text).toMatch(/npm ci --omit=dev --omit=optional/)
    expect(text.lastIndexOf('\nUSER node')).toBeGreaterThan(text.lastIndexOf('\nRUN '))
    expect(text).toMatch(/^ENTRYPOINT \["node", /m)
    expect(text).toMatch(/^EXPOSE 9400 8080$/m)
  })
})

describe('the Kubernetes example', () => {
  const kind = z.object({
    kind: z.string(),
    metadata: z.object({ name: z.string() }),
    spec: z.unknown().optional(),
    data: z.record(z.string(), z.string()).optional(),
  })
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map((each) => {
    expect(each.errors).toEqual([])
    return kind.parse(each.toJS())
  })
  const of = (kind: string, name?: string) =>
    documents.find((each) => each.kind === kind && (name === undefined || each.metadata.name === name))

  it('has the migration, the workers and their disruption budget, and the desk with its address', () => {
    expect(documents.map((each) => each.kind)).toEqual([
      'ConfigMap',
      'Job',
      'Deployment',
      'PodDisruptionBudget',
      'Deployment',
      'Service',
    ])
    expect(of('PodDisruptionBudget')?.spec).toMatchObject({
      minAvailable: 1,
      selector: { matchLabels: { app: 'payrun-worker' } },
    })
  })

  it.each([
    ['as it is', '', '', /^$/],
    ['with a text for a number', 'replicas: 2', "replicas: '2'", /'string' is not assignable to type 'number'/],
    ['with a misspelt field', 'livenessProbe', 'livenesProbe', /livenesProbe/],
  ])('is what Kubernetes publishes of its types: %s', (_, right, wrong, said) => {
    expect(read('deploy/kubernetes.yaml')).toContain(right)
    const folder = temporaryFolder()
    onTestFinished(folder.remove)
    const values = parseAllDocuments(read('deploy/kubernetes.yaml').replace(right, wrong)).map((each) => each.toJS())
    const lines = values.map((value, at) => {
      const [version, group = 'core'] = value.apiVersion.split('/').reverse()
      const type = `import('kubernetes-types/${group}/${version}').${value.kind}`
      return `export const document${at}: ${type} = ${JSON.stringify(value)}`
    })
    symlinkSync(`${root}node_modules`, `${folder.path}/node_modules`)
    const file = writeFile(folder.path, 'documents.ts', lines.join('\n'))
    const settings = ['--noEmit', '--strict', '--module', 'nodenext']
    const tsc = `${root}node_modules/typescript/bin/tsc`
    const ran = spawnSync(process.execPath, [tsc, ...settings, file], { cwd: folder.path, encoding: 'utf8' })
    expect(ran.stdout).toMatch(said)
  })

  it('gives a pod its time to finish, probes the right things, and has no root', () => {
    const timeoutMs = Number(of('ConfigMap')?.data?.['PAYRUN_TIMEOUT_MS'])
    const container = {
      args: ['worker'],
      livenessProbe: { httpGet: { path: '/healthz', port: 'health' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'health' } },
      ports: [{ name: 'health', containerPort: Number(of('ConfigMap')?.data?.['PAYRUN_WORKER_PORT']) }],
      securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
    }
    expect(of('Deployment', 'payrun-worker')?.spec).toMatchObject({
      selector: { matchLabels: { app: 'payrun-worker' } },
      template: {
        metadata: { labels: { app: 'payrun-worker' } },
        spec: {
          terminationGracePeriodSeconds: timeoutMs / 1_000 + 20,
          securityContext: { runAsNonRoot: true },
          containers: [container],
        },
      },
    })
  })

  it('reaches the desk by its Service, probes it, and gives it the rights of people and no root', () => {
    const container = {
      args: ['desk', '--no-worker', '--host', '0.0.0.0', '--port', '8080'],
      envFrom: [{ configMapRef: { name: 'payrun' } }, { secretRef: { name: 'payrun-desk' } }],
      livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      ports: [{ name: 'http', containerPort: 8080 }],
      securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
    }
    expect(of('Deployment', 'payrun-desk')?.spec).toMatchObject({
      selector: { matchLabels: { app: 'payrun-desk' } },
      template: {
        metadata: { labels: { app: 'payrun-desk' } },
        spec: { enableServiceLinks: false, securityContext: { runAsNonRoot: true }, containers: [container] },
      },
    })
    expect(of('Service')?.spec).toMatchObject({ selector: { app: 'payrun-desk' }, ports: [{ targetPort: 'http' }] })
    expect(of('ConfigMap')?.data?.['PAYRUN_DESK_URL']).toMatch(/^https:/)
  })

  it('has no pod whose variables a Service may set: one called payrun-worker would make PAYRUN_WORKER_PORT an address', () => {
    for (const name of ['Job', 'Deployment']) {
      expect(of(name)?.spec).toMatchObject({ template: { spec: { enableServiceLinks: false } } })
    }
  })

  it('sets only what payrun reads', () => {
    const read = readConfig({ ...of('ConfigMap')?.data })
    expect(read.ok).toBe(true)
    const known = Object.keys(of('ConfigMap')?.data ?? {})
    const example = readFileSync(`${root}.env.example`, 'utf8')
    expect(known.filter((name) => !example.includes(`${name}=`))).toEqual([])
  })
})

describe.each([
  { unit: 'deploy/payrun-worker@.service', command: 'worker' },
  { unit: 'deploy/payrun-desk.service', command: 'desk --no-worker' },
])('the systemd unit $unit', ({ unit, command }) => {
  it('gives payrun the time to finish, and does not restart what is misconfigured', () => {
    expect(read(unit)).toContain(`\nTimeoutStopSec=${graceSeconds}\n`)
    expect(read(unit)).toContain('\nRestartPreventExitStatus=2\n')
    expect(read(unit)).toContain('\nNoNewPrivileges=yes\n')
    expect(read(unit)).toContain('\nLimitCORE=0\n')
  })

  it('keeps its state where it says, though the file of variables, which comes later, has an empty one', () => {
    const line = `ExecStart=/usr/bin/env PAYRUN_HOME=/var/lib/payrun node /opt/payrun/bin/payrun.js ${command}`
    expect(read(unit).split('\n')).toContain(line)
    expect(read(unit)).not.toMatch(/^Environment=.*PAYRUN_/m)
  })

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  it.skipIf(!hasSystemd)('is one that systemd understands', () => {
    const verified = spawnSync('systemd-analyze', ['verify', unit], { cwd: root, encoding: 'utf8' })
    expect(`${verified.stderr}`.split('\n').filter((line) => line.includes('payrun-'))).toEqual([])
    expect(verified.status).toBe(0)
  })
})

it('nothing of what is deployed names a variable that payrun does not read', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'deploy', 'Dockerfile', 'docker-compose.yml'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const named = files
    .trim()
    .split('\n')
    .flatMap((name) => read(name).match(/\bPAYRUN_[A-Z_]+\b/g) ?? [])
  const known = read('.env.example')
  expect([...new Set(named)].filter((name) => !known.includes(`${name}=`))).toEqual([])
})
