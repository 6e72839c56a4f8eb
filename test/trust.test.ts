import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openNotificationFolder } from '../src/provider/notifications/notificationFolder.ts'
import { readTrusted } from '../src/trust.ts'
import { payrun, root, temporaryFolder } from './harness/payrun.ts'

const isRoot = process.geteuid?.() === 0
if (!isRoot) process.stderr.write('trust.test.ts: needs root to act as other users: skipped\n')

/** Another user of the machine. */
const stranger = 54_321

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())
const at = (...names: string[]) => join(folder.path, ...names)

/** As somebody else would have made it. */
function plant(path: string, text: string): void {
  writeFileSync(path, text)
  chownSync(path, stranger, stranger)
}

// Out of reach: who goes on in spite of what was planted exits with another code.
const env = () => ({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', PAYRUN_HOME: at('home') })
const list = (more: NodeJS.ProcessEnv = {}) => payrun(['list'], { cwd: folder.path, env: { ...env(), ...more } })

describe.skipIf(!isRoot)(
  'what another user may have put there is refused with exit code 2, with DATABASE_URL too',
  () => {
    it.each([
      { what: 'a home of theirs', make: () => chownSync(at('home'), stranger, stranger) },
      { what: 'a home that everybody may write', make: () => chmodSync(at('home'), 0o777) },
      { what: 'a home that is sticky, and everybody may write', make: () => chmodSync(at('home'), 0o1777) },
      {
        what: 'a home that another group may write',
        make: () => {
          chownSync(at('home'), 0, stranger)
          chmodSync(at('home'), 0o770)
        },
      },
      {
        what: 'a home of theirs in the place of the one in a folder of theirs',
        make: () => {
          chownSync(folder.path, stranger, stranger)
          renameSync(at('home'), at('away'))
          mkdirSync(at('home'), { mode: 0o700 })
          chownSync(at('home'), stranger, stranger)
        },
      },
      {
        what: 'an outbox file of theirs',
        make: () => {
          mkdirSync(at('home', 'outbox', 'abc'), { recursive: true })
          plant(at('home', 'outbox', 'abc', '1-1-x.json'), '[]')
        },
      },
      {
        what: 'an outbox that everybody may write',
        make: () => {
          mkdirSync(at('home', 'outbox'))
          chmodSync(at('home', 'outbox'), 0o777)
        },
      },
      { what: 'a token of theirs', make: () => plant(at('home', 'listen-token'), 'x'.repeat(43)) },
      { what: 'a .env of theirs', make: () => plant(at('.env'), 'PAYRUN_PROVIDER_URL=https://evil.example.com\n') },
      {
        what: 'a .env of theirs that is a pipe, which nobody writes to',
        make: () => {
          execFileSync('mkfifo', [at('.env')])
          chownSync(at('.env'), stranger, stranger)
        },
      },
      {
        what: 'a .env that everybody may write',
        make: () => {
          writeFileSync(at('.env'), 'PAYRUN_RATE=1\n')
          chmodSync(at('.env'), 0o666)
        },
      },
    ])('$what', async ({ make }) => {
      mkdirSync(at('home'), { mode: 0o700 })
      expect((await list()).code).toBe(6)
      make()
      const ended = await list()
      expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 2, stdout: '' })
      expect(ended.stderr).toMatch(/belongs to another user|can be changed by other users/)
      expect(ended.stderr).not.toContain('evil')
      const doctor = await payrun(['doctor', '--json'], { cwd: folder.path, env: env() })
      expect(doctor.code).toBe(2)
      expect(doctor.stdout).toMatch(/belongs to another user|can be changed by other users/)
    })

    it.each([
      { what: 'belongs to somebody else', make: () => chownSync(folder.path, stranger, stranger) },
      { what: 'everybody may write', make: () => chmodSync(folder.path, 0o777) },
    ])('not a home and a .env of one’s own in a folder that $what, such as a checkout', async ({ make }) => {
      mkdirSync(at('home'), { mode: 0o700 })
      writeFileSync(at('.env'), 'PAYRUN_RATE=1\n', { mode: 0o600 })
      make()
      expect((await list()).code).toBe(6)
      expect(readTrusted(at('.env'))).toBe('PAYRUN_RATE=1\n')
    })

    it.each(['', 'kept', 'handled', 'again', 'at-work'])('a folder of notifications, or its %j', async (name) => {
      const notifications = at('notifications')
      await openNotificationFolder(notifications)
      await openNotificationFolder(notifications)
      chownSync(join(notifications, name), stranger, stranger)
      await expect(openNotificationFolder(notifications)).rejects.toThrow('belongs to another user')
      chownSync(join(notifications, name), 0, 0)
      chmodSync(join(notifications, name), 0o777)
      await expect(openNotificationFolder(notifications)).rejects.toThrow('can be changed by other users')
      chmodSync(join(notifications, name), 0o700)
      await openNotificationFolder(notifications)
    })

    it('a notification of theirs', async () => {
      const store = await openNotificationFolder(at('notifications'))
      expect(await store.waiting()).toEqual([])
      plant(at('notifications', 'kept', 'forged'), '{"reference": "R-1", "status": "success"}')
      await expect(store.waiting()).rejects.toThrow('belongs to another user')
    })

    it('a home behind a link of theirs', async () => {
      mkdirSync(at('home'), { mode: 0o700 })
      mkdirSync(at('shared'))
      chmodSync(at('shared'), 0o1777)
      symlinkSync(at('home'), at('shared', 'link'))
      expect((await list({ PAYRUN_HOME: at('shared', 'link') })).code).toBe(6)
      lchownSync(at('shared', 'link'), stranger, stranger)
      expect((await list({ PAYRUN_HOME: at('shared', 'link') })).code).toBe(2)
    })

    it('is taken where the process’s own group may write, as on a volume of Kubernetes', async () => {
      mkdirSync(at('home'), { mode: 0o700 })
      chownSync(at('home'), 0, 4_242)
      chmodSync(at('home'), 0o2770)
      chmodSync(folder.path, 0o755)
      // Who it becomes may not read this checkout: what it runs is loaded before.
      const script = `
        import { distrustHome } from './src/trust.ts'
        const [home, gid, groups] = process.argv.slice(1)
        process.setgroups(JSON.parse(groups))
        process.setgid(Number(gid))
        process.setuid(${stranger})
        process.stdout.write(distrustHome(home)?.key ?? 'fine')`
      const as = (gid: number, groups: number[]) =>
        spawnSync(
          process.execPath,
          ['--input-type=module', '-e', script, at('home'), String(gid), JSON.stringify(groups)],
          { cwd: root, encoding: 'utf8' },
        ).stdout
      expect(as(4_242, [])).toBe('fine')
      expect(as(stranger, [4_242])).toBe('fine')
      expect(as(stranger, [])).toBe('settings.others_may_write')
    })

    it('the open file is asked, and not its name: a link or a file of theirs is not read', () => {
      plant(at('theirs'), 'secret')
      symlinkSync(at('theirs'), at('link'))
      expect(() => readTrusted(at('link'))).toThrow(/ELOOP/)
      expect(() => readTrusted(at('link'), { follow: true })).toThrow(/another user/)
      expect(() => readTrusted(at('theirs'))).toThrow(/another user/)
      writeFileSync(at('own'), 'text')
      expect(readTrusted(at('own'))).toBe('text')
    })

    it('a report is not written through a link of theirs in a folder that everybody may write', async () => {
      mkdirSync(at('shared'))
      chmodSync(at('shared'), 0o1777)
      writeFileSync(at('victim.csv'), 'precious')
      symlinkSync(at('victim.csv'), at('shared', 'template.csv'))
      lchownSync(at('shared', 'template.csv'), stranger, stranger)
      const write = () => payrun(['template', '-o', at('shared', 'template.csv')], { cwd: folder.path, env: env() })
      const refused = await write()
      expect(refused.code).toBe(2)
      expect(refused.stderr).toContain("another user's link")
      expect(readFileSync(at('victim.csv'), 'utf8')).toBe('precious')
      // One of one's own is followed.
      lchownSync(at('shared', 'template.csv'), 0, 0)
      expect((await write()).code).toBe(0)
      expect(readFileSync(at('victim.csv'), 'utf8')).not.toBe('precious')
      expect(existsSync(at('shared', 'template.csv'))).toBe(true)
    })
  },
)
